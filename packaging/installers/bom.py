"""The bill of materials of a build, as CycloneDX 1.6: packages, the models, Python itself."""

import platform
from collections.abc import Iterable
from importlib.metadata import Distribution
from pathlib import Path

from cyclonedx.factory.license import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense, LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.utils import canonicalize_name

from installers import notices
from installers.steps import version


def _terms(text: str) -> list[DisjunctiveLicense | LicenseExpression]:
    return [LicenseFactory().make_from_string(text)]


def _package(distribution: Distribution) -> Component:
    name = canonicalize_name(distribution.name)
    return Component(
        type=ComponentType.LIBRARY,
        name=name,
        version=distribution.version,
        bom_ref=f"pypi:{name}",
        purl=PackageURL("pypi", None, name, distribution.version),
        licenses=_terms(notices.licence_of(distribution)),
    )


def _models() -> list[Component]:
    from momentry_desk.core import weights

    made = []
    for model in weights.CATALOGUE:
        if model.name not in weights.DEFAULT_MODELS:
            continue
        files = [
            Component(
                type=ComponentType.FILE,
                name=file.name,
                bom_ref=f"model:{model.name}/{file.name}",
                hashes=[HashType(alg=HashAlgorithm.SHA_256, content=file.sha256)],
            )
            for file in model.files
        ]
        made.append(
            Component(
                type=ComponentType.MACHINE_LEARNING_MODEL,
                name=model.name,
                bom_ref=f"model:{model.name}",
                description=model.description,
                licenses=_terms(model.licence),
                components=files,
            )
        )
    return made


def write(distributions: Iterable[Distribution], target: Path, python: str = platform.python_version()) -> None:
    """Write the bill for a build that holds `distributions` and the Python of that version."""
    program = Component(
        type=ComponentType.APPLICATION,
        name="momentry-desk",
        version=version(),
        bom_ref="momentry-desk",
        # As a whole: av brings x264 and x265, and parts under Apache-2.0 go together with version 3 alone.
        licenses=_terms("GPL-3.0-or-later"),
    )
    interpreter = Component(
        type=ComponentType.PLATFORM,
        name="CPython",
        version=python,
        bom_ref="cpython",
        licenses=_terms("PSF-2.0"),
    )
    parts = [interpreter, *(_package(one) for one in distributions), *_models()]
    bill = Bom(components=parts, metadata=BomMetaData(component=program))
    bill.register_dependency(program, parts)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(JsonV1Dot6(bill).output_as_string(indent=2) + "\n", "utf-8")
