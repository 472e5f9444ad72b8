"""Office documents in XML: Office Open XML (ECMA-376), OpenDocument, iWork up to 2009, and XPS."""
