// Kinds of names and constructs → the nearest kinds that the Language Server Protocol has, for icons and colours.

import type { NamedKind } from '@ninefold/core/check/names/occurrences.ts'
import type { Completion } from '@ninefold/core/service/offers.ts'
import type { Landmark } from '@ninefold/core/service/landmarks.ts'
import type { Token } from '@ninefold/core/service/tokens.ts'
import { CompletionItemKind, SymbolKind } from 'vscode-languageserver/node'

const COMPLETED_NAMES: Readonly<Record<NamedKind, CompletionItemKind>> = {
  entity: CompletionItemKind.Class,
  field: CompletionItemKind.Field,
  choice: CompletionItemKind.EnumMember,
  state: CompletionItemKind.EnumMember,
  transition: CompletionItemKind.Event,
  clock: CompletionItemKind.Event,
  rule: CompletionItemKind.Property,
  role: CompletionItemKind.Interface,
  'contextual role': CompletionItemKind.Interface,
  code: CompletionItemKind.Constant,
  constant: CompletionItemKind.Constant,
  lookup: CompletionItemKind.Function,
  shape: CompletionItemKind.Struct,
  'shared part': CompletionItemKind.Struct,
  screen: CompletionItemKind.Module,
  message: CompletionItemKind.Text,
  call: CompletionItemKind.Method,
  input: CompletionItemKind.Variable,
  query: CompletionItemKind.Variable,
  parameter: CompletionItemKind.Variable,
  variable: CompletionItemKind.Variable,
  item: CompletionItemKind.Variable,
  function: CompletionItemKind.Function,
}

export const COMPLETION_KINDS: Readonly<Record<Completion['kind'], CompletionItemKind>> = {
  ...COMPLETED_NAMES,
  keyword: CompletionItemKind.Keyword,
  value: CompletionItemKind.Value,
  label: CompletionItemKind.Property,
  part: CompletionItemKind.Module,
  table: CompletionItemKind.Struct,
  step: CompletionItemKind.Snippet,
}

export const SYMBOL_KINDS: Readonly<Record<Landmark['kind'], SymbolKind>> = {
  point: SymbolKind.Namespace,
  part: SymbolKind.Class,
  entity: SymbolKind.Class,
  field: SymbolKind.Field,
  choice: SymbolKind.EnumMember,
  state: SymbolKind.EnumMember,
  transition: SymbolKind.Event,
  clock: SymbolKind.Event,
  rule: SymbolKind.Property,
  role: SymbolKind.Interface,
  'contextual role': SymbolKind.Interface,
  code: SymbolKind.Constant,
  constant: SymbolKind.Constant,
  lookup: SymbolKind.Function,
  shape: SymbolKind.Struct,
  'shared part': SymbolKind.Struct,
  screen: SymbolKind.Module,
  message: SymbolKind.String,
  call: SymbolKind.Method,
  input: SymbolKind.Variable,
  query: SymbolKind.Variable,
  parameter: SymbolKind.Variable,
  variable: SymbolKind.Variable,
  item: SymbolKind.Variable,
  function: SymbolKind.Function,
}

/** Names that every editor has colours for. */
export const TOKEN_TYPES: Readonly<Record<Token['kind'], string>> = {
  entity: 'class',
  field: 'property',
  choice: 'enumMember',
  state: 'enumMember',
  transition: 'event',
  clock: 'event',
  rule: 'label',
  role: 'interface',
  'contextual role': 'interface',
  code: 'macro',
  constant: 'macro',
  lookup: 'function',
  shape: 'struct',
  'shared part': 'struct',
  screen: 'namespace',
  message: 'label',
  call: 'method',
  input: 'parameter',
  query: 'parameter',
  parameter: 'parameter',
  variable: 'variable',
  item: 'variable',
  function: 'function',
  text: 'string',
  number: 'number',
  operator: 'operator',
  keyword: 'keyword',
}
