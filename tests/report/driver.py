"""A browser without a window, by the WebDriver protocol: what the test needs of it, and no package."""
import base64
import json
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def skip(why):
    print("skipped:", why)
    sys.exit(77)


class Browser:
    def __init__(self, log):
        driver = shutil.which("chromedriver")
        chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not driver or not chromium:
            skip("no chromium and chromedriver (Debian: chromium chromium-driver)")
        self.process = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, stderr=log, text=True)
        port = None
        for line in self.process.stdout:
            if "successfully on port " in line:
                port = line.split("on port ")[1].strip().rstrip(".")
                break
        self.at = f"http://127.0.0.1:{port}"
        options = {"binary": chromium, "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        try:
            made = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        except RuntimeError as why:
            self.process.terminate()
            skip(f"chromium does not start: {why}")
        self.at += "/session/" + made["sessionId"]

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.at + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as why:
            raise RuntimeError(json.load(why)["value"]["message"]) from None

    def close(self):
        try:
            self.ask("DELETE", "")
        finally:
            self.process.terminate()
            self.process.wait()

    def devtools(self, command, **parameters):
        return self.ask("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, url):
        self.ask("POST", "/url", {"url": url})

    def size(self, width, height):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def colours(self, scheme):
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def js(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, css):
        return self.ask("POST", "/element", {"using": "css selector", "value": css})[ELEMENT]

    def click(self, css):
        self.ask("POST", f"/element/{self.find(css)}/click", {})

    def type(self, css, text):
        self.ask("POST", f"/element/{self.find(css)}/value", {"text": text})

    def log(self):
        return [entry["message"] for entry in self.ask("POST", "/se/log", {"type": "browser"})]

    def names(self):
        """Role and accessible name of everything that a reader of screens finds."""
        nodes = self.devtools("Accessibility.getFullAXTree")["nodes"]
        return [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes if not n["ignored"]]

    def picture(self, path):
        time.sleep(0.2)
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("GET", "/screenshot")))
