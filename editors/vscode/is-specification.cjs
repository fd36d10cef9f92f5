// Is a Markdown text a specification, or a chapter of one? It says so, or it has at least three of the nine headings, or
// its first heading below the title is one of them.

'use strict'

const HEADINGS = [
  'What the product does and for whom',
  'Screens and routes',
  'Entities and their fields',
  'States and transitions',
  'Validation rules',
  'Roles and permissions',
  'The calls it makes',
  'The error catalogue',
  'Business constants and limits',
].map((title, index) => new RegExp(`^##\\s+${index + 1}[.)]?\\s+${title}\\s*$`, 'im'))

/** A page that shows a specification in a fence is none itself. */
const FENCE = /^(`{3,}|~{3,}).*\n[^]*?^\1[`~]* *$/gm

exports.isSpecification = function isSpecification(whole) {
  const text = whole.replace(FENCE, '')
  if (/^\s*(?:[-*]\s+)?\*\*Ninefold:\*\*/m.test(text)) return true
  const [first = ''] = /^##\s.*$/m.exec(text) ?? []
  if (HEADINGS.some((heading) => heading.test(first))) return true
  return HEADINGS.filter((heading) => heading.test(text)).length >= 3
}
