"""Addresses for programs, and the OpenAPI document that describes them.

`Data` is the route of an address that does not answer with a page. Its declaration in `app.py` is the
only description: `/openapi.json` is made from the application's routes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from tablekeeper.version import __version__

Schema = dict[str, Any]

#: a text, and a file of any bytes
TEXT: Schema = {"type": "string"}
FILE: Schema = {}
DAY: Schema = {"type": "string", "format": "date"}
NUMBER: Schema = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
#: null while a rating is provisional
RANK: Schema = {"type": ["integer", "null"]}
#: authentication of a sender: a browser's session, or the token of a command
SESSION, TOKEN = "session", "token"
SVG = {"image/svg+xml": TEXT}
_REFUSED = {
    "description": "Refused, in one sentence: what happened and what to do.",
    "content": {
        "application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}},
        "text/html": {"schema": TEXT},
        "text/plain": {"schema": TEXT},
    },
}


def objects(**fields: Schema) -> Schema:
    """Return the schema of an object that has at least these fields."""
    return {"type": "object", "properties": fields, "required": list(fields)}


def lists(items: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items}


class Data(Route):
    """A route that does not answer with a page.

    `answers` has the schema of each media type, and is empty if an answer has no body; `choices` are the
    possible values of parts of the path; `query` and `sent` are the possible input (schemas by name, by media
    type); `by` is the sender's authentication if the address is not public, `role` the lowest allowed role.
    """

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Any],
        answers: Mapping[str, Schema],
        *,
        choices: Mapping[str, Iterable[str]] | None = None,
        query: Mapping[str, Schema] | None = None,
        sent: Mapping[str, Schema] | None = None,
        role: str = "",
        by: str = SESSION,
    ) -> None:
        super().__init__(path, endpoint, methods=["GET" if sent is None else "POST"])
        self.answers, self.choices, self.query, self.sent = answers, choices or {}, query or {}, sent
        self.role, self.by = role, by

    def operation(self) -> dict[str, Any]:
        """Return its OpenAPI description."""
        whole = " ".join((self.endpoint.__doc__ or "").split())
        found: dict[str, Any] = {
            "summary": whole.partition(": ")[2],
            "parameters": [
                *(self._parameter(name) for name in self.param_convertors),
                *({"name": name, "in": "query", "schema": schema} for name, schema in self.query.items()),
            ],
            "responses": {"4XX": _REFUSED, "503": _REFUSED},
            "security": [{self.by: []}] if self.role else [],
        }
        if self.role:
            found["x-role"] = self.role
        if self.sent is not None:
            found["requestBody"] = {"required": True, "content": _content(self.sent)}
        if self.answers:
            found["responses"]["200"] = {"description": "The answer.", "content": _content(self.answers)}
        else:
            found["responses"]["204"] = {"description": "Done."}
            found["responses"]["303"] = {"description": "Done; a browser is led to the page."}
        return found

    def _parameter(self, name: str) -> dict[str, Any]:
        schema: Schema = {"type": "string", "pattern": "^[^/]+$"}
        if name in self.choices:
            schema = {"enum": list(self.choices[name])}
        elif type(self.param_convertors[name]).regex == "[0-9]{1,9}":
            schema = NUMBER
        return {"name": name, "in": "path", "required": True, "schema": schema}


def _content(schemas: Mapping[str, Schema]) -> dict[str, Any]:
    return {media.partition(";")[0]: {"schema": schema} for media, schema in schemas.items()}


def document(routes: Sequence[BaseRoute]) -> dict[str, Any]:
    """Return the OpenAPI document of the addresses for programs among these routes."""
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        if isinstance(route, Data):
            [method] = (route.methods or set()) - {"HEAD"}
            paths.setdefault(route.path_format, {})[method.lower()] = route.operation()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tablekeeper",
            "version": __version__,
            "description": "The addresses of a hall that answer files and data. Ask for refusals as JSON with"
            " 'Accept: application/json'.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": {"Refusal": objects(error=TEXT)},
            "securitySchemes": {
                SESSION: {"type": "apiKey", "in": "cookie", "name": "tablekeeper"},
                TOKEN: {"type": "http", "scheme": "bearer"},
            },
        },
    }


async def described(request: Request) -> Response:
    """GET /openapi.json: this description."""
    return JSONResponse(document(request.app.routes), headers={"cache-control": "no-cache"})
