# Figure: keys a second that are inserted into a hash table, over its load, by way and size of a slot; and sorted.
question = "What does inserting into a hash table cost?"
ways = "cas_4 cas_8 cas_16 peek_4 peek_8 peek_16 sort_4 sort_8"
meanings = "'compare-and-swap, 4 bytes' '8 bytes' '16 bytes' 'after a look, 4 bytes' '8 bytes' '16 bytes' 'sort, 4 bytes' 'sort, 8 bytes'"
x_title = "slots full at the end, %; of a sort 100"
y_title = "keys per second"
logarithmic = 0
call "ways.gp" ARG1 ARG2 ARG3
