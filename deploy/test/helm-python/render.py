"""Renders and lints a chart with Helm's own engine. Reads {chart, cases: {name: values}} as JSON and writes, by name,
{manifests: {template: text}, lint: [...]}, or {refused: why} where the values do not fit the schema."""

import json
import sys

import helm_python as helm

given = json.load(sys.stdin)
rendered = {}
with helm.Chart.load(given["chart"]) as chart:
    for name, values in given["cases"].items():
        try:
            chart.validate_schema(values)
            manifests = chart.render(values, name="repasse", namespace="repasse", revision=1, is_install=True)
        except helm.HelmError as fault:
            rendered[name] = {"refused": str(fault)}
            continue
        # Its messages without the advice to have an icon (severity 1).
        report = helm.lint(given["chart"], values, strict=True)
        told = [each for each in report["messages"] if each["severity"] > 1]
        rendered[name] = {"manifests": manifests, "lint": [each["error"] for each in told] + report["errors"]}
json.dump({"helm": helm.helm_sdk_version(), "rendered": rendered}, sys.stdout)
