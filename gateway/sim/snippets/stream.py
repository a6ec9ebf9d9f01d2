import json
import os
import urllib.request

request = urllib.request.Request(
    "http://127.0.0.1:8080/api/v1/responses",
    data=json.dumps({"model": "sim/writer", "input": "What can you do?", "stream": True}).encode(),
    headers={"Authorization": "Bearer " + os.environ["GATEHOUSE_API_KEY"]},
)
with urllib.request.urlopen(request) as response:
    for line in response:
        data = line.decode().strip().removeprefix("data: ")
        if not data.startswith("{"):
            continue
        event = json.loads(data)
        if event["type"] == "response.output_text.delta":
            print(event["delta"], end="", flush=True)
