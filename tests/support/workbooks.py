"""Spreadsheets as bytes: XLSX and ODS with texts, numbers, truth values and days."""

from __future__ import annotations

from datetime import date
from io import BytesIO
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"


def packed(parts):
    """A ZIP archive of texts by their names."""
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return stream.getvalue()


def xlsx(hidden=(), more=(), **sheets):
    """A workbook of Excel, whose sheets are lists of rows; ``more`` are further parts."""
    numbered = [*enumerate(sheets, start=1)]
    relation = f'<Relationship Id="r%s" Type="{RELATIONS}/%s" Target="%s"/>'
    listed = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{n}" r:id="r{n}"'
        f"{' state=' + quoteattr('hidden') if name in hidden else ''}/>"
        for n, name in numbered
    )
    linked = "".join(relation % (n, "worksheet", f"worksheets/sheet{n}.xml") for n, _ in numbered)
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{TYPES}/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{TYPES}/relationships">'
        f"{relation % (1, 'officeDocument', 'xl/workbook.xml')}</Relationships>",
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{TYPES}/relationships">{linked}'
        f"{relation % (99, 'styles', 'styles.xml')}</Relationships>",
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    }
    for n, name in numbered:
        rows = "".join(f"<row>{''.join(map(_of_excel, row))}</row>" for row in sheets[name])
        parts[f"xl/worksheets/sheet{n}.xml"] = (
            f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
        )
    return packed(parts | dict(more))


def _of_excel(value):
    if isinstance(value, bool):
        return f'<c t="b"><v>{int(value)}</v></c>'
    if isinstance(value, date):
        return f'<c s="1"><v>{(value - date(1899, 12, 30)).days}</v></c>'
    if isinstance(value, (int, float)):
        return f"<c><v>{value}</v></c>"
    return f'<c t="inlineStr"><is><t>{escape(value)}</t></is></c>' if value else "<c/>"


def ods(more=(), **sheets):
    """A workbook of OpenDocument, whose sheets are lists of rows; ``more`` are further parts."""
    spaces = " ".join(f'xmlns:{name}="{OASIS}:{name}:1.0"' for name in ("office", "table", "text"))
    tables = "".join(
        f"<table:table table:name={quoteattr(name)}>"
        + "".join(
            f"<table:table-row>{''.join(map(_of_oasis, row))}</table:table-row>" for row in rows
        )
        + '<table:table-row table:number-rows-repeated="1048000"><table:table-cell '
        'table:number-columns-repeated="16384"/></table:table-row></table:table>'
        for name, rows in sheets.items()
    )
    body = f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
    parts = {
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "content.xml": f"<office:document-content {spaces}>{body}</office:document-content>",
        "META-INF/manifest.xml": "<manifest/>",
    }
    return packed(parts | dict(more))


def _of_oasis(value):
    cell = '<table:table-cell office:value-type="%s" %s><text:p>%s</text:p></table:table-cell>'
    if isinstance(value, bool):
        return cell % ("boolean", f'office:boolean-value="{str(value).lower()}"', value)
    if isinstance(value, date):
        return cell % ("date", f'office:date-value="{value}"', value)
    if isinstance(value, (int, float)):
        return cell % ("float", f'office:value="{value}"', value)
    return cell % ("string", "", escape(value)) if value else "<table:table-cell/>"
