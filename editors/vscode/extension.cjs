// A specification that is opened in Visual Studio Code → `ninefold lsp`, which answers everything. Plain JavaScript,
// so that what stands here is what runs.

'use strict'

const { existsSync, readFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const vscode = require('vscode')
const { LanguageClient, TransportKind } = require('vscode-languageclient/node')
const { isSpecification } = require('./is-specification.cjs')

/** One server answers for all folders; it is started when the first specification is seen. */
let client = null

exports.activate = async function activate(context) {
  const start = async () => {
    if (client !== null) return
    client = clientFor(startingFolder())
    await client.start()
  }
  const consider = (document) => {
    if (document.languageId === 'markdown' && isSpecification(document.getText())) void start()
  }
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(consider),
    vscode.workspace.onDidSaveTextDocument(consider),
    vscode.commands.registerCommand('ninefold.restart', async () => {
      await exports.deactivate()
      await start()
    }),
  )
  vscode.workspace.textDocuments.forEach(consider)
}

exports.deactivate = async function deactivate() {
  const running = client
  client = null
  await running?.stop()
}

function startingFolder() {
  const document = vscode.window.activeTextEditor?.document
  const folder = document === undefined ? undefined : vscode.workspace.getWorkspaceFolder(document.uri)
  return (folder ?? vscode.workspace.workspaceFolders?.[0])?.uri.fsPath ?? null
}

function clientFor(folder) {
  const [command, ...words] = commandIn(folder)
  const executable = { command, args: [...words, 'lsp', '--stdio'], transport: TransportKind.stdio }
  if (folder !== null) executable.options = { cwd: folder }
  return new LanguageClient(
    'ninefold',
    'Ninefold',
    { run: executable, debug: executable },
    {
      documentSelector: [
        { language: 'markdown', scheme: 'file' },
        { language: 'markdown', scheme: 'untitled' },
      ],
      middleware: onlySpecifications(),
    },
  )
}

/** The setting; else the Ninefold that the workspace has installed; else whatever npx finds. */
function commandIn(folder) {
  const stated = vscode.workspace.getConfiguration('ninefold').get('command')
  if (Array.isArray(stated) && stated.length > 0) return stated
  for (let at = folder; at !== null; at = dirname(at) === at ? null : dirname(at)) {
    const manifest = join(at, 'node_modules', 'ninefold', 'package.json')
    if (!existsSync(manifest)) continue
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
    return ['node', join(dirname(manifest), bin.ninefold)]
  }
  return process.platform === 'win32' ? ['cmd', '/c', 'npx', '--yes', 'ninefold'] : ['npx', '--yes', 'ninefold']
}

/** Other Markdown is none of our business: nothing of it is sent to the server. */
function onlySpecifications() {
  const known = new Set()
  const isKnown = (document) => {
    const key = document.uri.toString()
    if (!known.has(key) && isSpecification(document.getText())) known.add(key)
    return known.has(key)
  }
  // The client waits for each of them, and does not start where one of them answers nothing.
  return {
    didOpen: async (document, next) => (isKnown(document) ? next(document) : undefined),
    didChange: async (event, next) => (known.has(event.document.uri.toString()) ? next(event) : undefined),
    didClose: async (document, next) => (known.delete(document.uri.toString()) ? next(document) : undefined),
  }
}
