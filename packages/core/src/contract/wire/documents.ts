// Documents of records: `GET /_ninefold/documents/<key>/<id>` answers a PDF.

export const DOCUMENTS_PATH = '/_ninefold/documents'
