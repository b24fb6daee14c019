"""Holds documents against the schemas of Kubernetes, where unknown fields are faults. Reads {documents, versions} as JSON and
writes {faults, unknown}: what does not fit, and the kinds that are not Kubernetes' own."""

import json
import sys

import kubernetes_validate

given = json.load(sys.stdin)
faults = []
unknown = set()
for document in given["documents"]:
    for version in given["versions"]:
        try:
            kubernetes_validate.validate(document, version, strict=True)
        except kubernetes_validate.SchemaNotFoundError:
            unknown.add(f"{document['apiVersion']} {document['kind']}")
        except kubernetes_validate.ValidationError as fault:
            place = ".".join(str(step) for step in fault.path)
            name = f"{document['kind']} {document['metadata']['name']}"
            faults.append(f"{version} {name} {place}: {fault.message}")
json.dump({"faults": faults, "unknown": sorted(unknown)}, sys.stdout)
