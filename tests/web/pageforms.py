"""Reads the forms of a page, for sending them like a browser."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class PageForm:
    """A form: its address, its present values, and the buttons that send it."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    #: name -> type of a field for the user: an input's type, "select" or "textarea"
    typed: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    file: bool = False

    @property
    def what(self):
        return self.fields.get("what", "")


class _Forms(HTMLParser):
    def __init__(self, address):
        super().__init__()
        self.address, self.forms, self.by_id = address, [], {}
        self.form = self.select = self.area = None

    def handle_starttag(self, tag, attributes):
        has = dict(attributes)
        if tag == "form":
            self.form = PageForm(has.get("action") or self.address, has.get("method", "get").lower())
            self.forms.append(self.form)
            self.by_id[has.get("id")] = self.form
        form = self.by_id.get(has["form"]) if "form" in has else self.form
        name = has.get("name")
        if form is None or "disabled" in has:
            return
        if tag == "button" and has.get("type", "submit") == "submit":
            form.buttons.append((name, has.get("value", "")))
        elif tag == "select":
            self.select, self.first = (form, name), True
            form.typed[name] = "select"
        elif tag == "option" and self.select is not None:
            self.option, self.chosen, self.value = "", "selected" in has or self.first, has.get("value")
            self.first = False
        elif tag == "textarea":
            self.area = (form, name)
            form.fields[name], form.typed[name] = "", "textarea"
        elif tag == "input" and name:
            kind = has.get("type", "text")
            if kind == "file":
                form.file = True
            elif kind not in ("checkbox", "radio") or "checked" in has:
                form.fields[name] = has.get("value", "")
            if kind != "hidden":
                form.typed[name] = kind

    def handle_data(self, text):
        if self.area is not None:
            self.area[0].fields[self.area[1]] += text
        elif self.select is not None and getattr(self, "option", None) is not None:
            self.option += text

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None
        elif tag == "textarea":
            self.area = None
        elif tag == "option" and self.select is not None:
            if self.chosen:
                form, name = self.select
                form.fields[name] = self.option.strip() if self.value is None else self.value
            self.option = None
        elif tag == "select":
            self.select = None


def forms_of(page, address="/"):
    """Return the forms in a page that change data."""
    found = _Forms(address)
    found.feed(page)
    return [form for form in found.forms if form.method == "post" and "token" in form.fields]


def form_of(page, what, address="/", **has):
    """Return a page's form by its field `what`, or that of a button, and by other fields that it has."""
    for one in forms_of(page, address):
        named = one.what == what or ("what", what) in one.buttons
        if named and all(one.fields.get(key) == value for key, value in has.items()):
            return one
    raise AssertionError(f"no form {what}")
