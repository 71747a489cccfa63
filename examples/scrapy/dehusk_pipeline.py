"""An item pipeline for Scrapy: each page without the template of its site.

One dehusk runs as long as the spider does, and learns from page to page. An item goes in with the address and the source of
a page, in `url` and `html`; it comes out with `text` and `metadata` in the place of `html`. A page that dehusk refuses is
dropped.

    ITEM_PIPELINES = {"dehusk_pipeline.DehuskPipeline": 300}
    DEHUSK_STATE = "sites.state"          # keeps what was learned for the next crawl; nowhere unless told
    DEHUSK_FLAGS = ["--format", "markdown"]
    DEHUSK_COMMAND = ["npx", "dehusk"]    # dehusk unless told
"""

import json
import subprocess
import threading

from itemadapter import ItemAdapter
from scrapy.exceptions import DropItem
from twisted.internet.threads import deferToThread


class DehuskPipeline:
    def __init__(self, command):
        self.command = command
        # One question at a time: answers come in the order of the questions.
        self.turn = threading.Lock()

    @classmethod
    def from_crawler(cls, crawler):
        settings = crawler.settings
        # A line in, a line out at once, also for a page that fails.
        command = [*settings.getlist("DEHUSK_COMMAND", ["dehusk"]), "clean", "-", "--input-format", "jsonl"]
        command += ["--stream", "--failures", "--fail-on", "never", "--quiet"]
        if settings.get("DEHUSK_STATE"):
            command += ["--state", settings["DEHUSK_STATE"]]
        return cls(command + settings.getlist("DEHUSK_FLAGS"))

    def open_spider(self, spider):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def close_spider(self, spider):
        # At the end of its input it makes durable what it has learned, and ends.
        self.process.stdin.close()
        if self.process.wait() != 0:
            spider.logger.error("dehusk ended with exit code %s", self.process.returncode)

    def process_item(self, item, spider):
        # Not in the thread of the crawler, which goes on meanwhile.
        return deferToThread(self.clean, item)

    def clean(self, item):
        adapter = ItemAdapter(item)
        page = {"url": adapter["url"], "html": adapter.pop("html")}
        with self.turn:
            record = self.ask(page)
        if "error" in record:
            raise DropItem(record["error"]["message"])
        for field in ("text", "html", "site", "metadata"):
            if field in record:
                adapter[field] = record[field]
        return item

    def ask(self, page):
        try:
            self.process.stdin.write(json.dumps(page) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        answer = self.process.stdout.readline()
        if answer == "":
            raise RuntimeError(f"dehusk ended with exit code {self.process.wait()}")
        return json.loads(answer)
