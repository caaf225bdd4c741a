'use strict';
const valueOf = cell => {
  const text = cell.textContent, number = Number(text);
  return text === '' ? [2, 0] : Number.isNaN(number) ? [1, text] : [0, number];
};
const byValue = (a, b) => a[0] - b[0] || (a[1] > b[1]) - (a[1] < b[1]);

/* A click on a head sorts by it, another the other way; cells without anything stay last. */
function sortBy(table, column) {
  const heads = [...table.tHead.rows[0].cells], head = heads[column];
  const down = head.getAttribute('aria-sort') === 'ascending';
  heads.forEach(h => h.removeAttribute('aria-sort'));
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const rows = [...table.tBodies[0].rows].map(row => [valueOf(row.cells[column]), row]);
  rows.sort(([a], [b]) => a[0] === 2 || b[0] === 2 ? a[0] - b[0] : down ? byValue(b, a) : byValue(a, b));
  table.tBodies[0].append(...rows.map(([, row]) => row));
}

/* Words that a row has to have, NAME=VALUE: in that column, all of the cell. */
function filter(table, text, said) {
  const names = [...table.tHead.rows[0].cells].map(h => h.textContent.split(',')[0]);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of table.tBodies[0].rows) {
    const cells = [...row.cells].map(c => c.textContent.toLowerCase());
    const fits = words.every(word => {
      const at = names.indexOf(word.split('=')[0]);
      return at >= 0 && word.includes('=') ? cells[at] === word.slice(word.indexOf('=') + 1) : cells.some(c => c.includes(word));
    });
    row.hidden = !fits;
    shown += fits;
  }
  said.textContent = `${shown} of ${table.tBodies[0].rows.length} rows`;
}

for (const table of document.querySelectorAll('table.sort')) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    button.addEventListener('click', () => sortBy(table, column));
    head.append(button);
  });
  const box = document.createElement('div'), label = document.createElement('label');
  const input = document.createElement('input'), said = document.createElement('output');
  box.className = 'filter';
  input.type = 'search';
  input.placeholder = 'words, or name=value';
  label.append('Filter ', input);
  said.setAttribute('aria-live', 'polite');
  input.addEventListener('input', () => filter(table, input.value, said));
  box.append(label, said);
  table.parentElement.before(box);
  filter(table, '', said);
}

/* A link to a table opens it. */
function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) {
    target.open = true;
    target.scrollIntoView();
  }
}
addEventListener('hashchange', open);
open();
