// editors/vscode → dist/ninefold.vsix, the package that Visual Studio Code installs: the extension in one file, with
// the language client, its description, licences and readme. Only the first build installs the language client.

import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { rolldown } from 'rolldown'
import yazl from 'yazl'
import { runNpm, stop } from '../starting/prepare.mjs'
import { root } from '../project-files.ts'
import { thirdPartyLicences } from './third-party-licences.ts'

const folder = join(root, 'editors/vscode')

/** The part of package.json that a .vsix manifest repeats. */
export interface ExtensionManifest {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly version: string
  readonly publisher: string
  readonly categories: readonly string[]
  readonly engines: { readonly vscode: string }
}

export async function buildExtension(file: string): Promise<void> {
  install()
  const { code, installed } = await bundled()
  await writePackage(file, {
    'extension/extension.cjs': code,
    'extension/third-party-licences.md': thirdPartyLicences(installed),
    'extension/LICENSE.txt': readFileSync(join(root, 'LICENSE'), 'utf8'),
    'extension/README.md': readFileSync(join(folder, 'README.md'), 'utf8'),
    'extension/package.json': readFileSync(join(folder, 'package.json'), 'utf8'),
  })
}

/** `parts`: contents by their names in the package, including `extension/package.json`. */
export async function writePackage(file: string, parts: Readonly<Record<string, string>>): Promise<void> {
  const manifest = JSON.parse(parts['extension/package.json'] ?? '') as ExtensionManifest
  const zip = new yazl.ZipFile()
  const all = { '[Content_Types].xml': CONTENT_TYPES, 'extension.vsixmanifest': vsixManifest(manifest), ...parts }
  for (const [name, content] of Object.entries(all)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(file))
}

async function bundled(): Promise<{ readonly code: string; readonly installed: readonly string[] }> {
  const bundle = await rolldown({
    input: join(folder, 'extension.cjs'),
    platform: 'node',
    external: ['vscode'],
    onLog: (level, log, handle) => (level === 'debug' ? undefined : handle('error', log)),
  })
  try {
    const { output } = await bundle.generate({ format: 'cjs', exports: 'named', codeSplitting: false })
    const [chunk] = output
    return { code: chunk.code, installed: chunk.moduleIds.filter((id) => id.includes('/node_modules/')) }
  } finally {
    await bundle.close()
  }
}

function install(): void {
  if (existsSync(join(folder, 'node_modules/vscode-languageclient/package.json'))) return
  const result = runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder)
  if (result.status !== 0)
    stop(`npm ci failed in editors/vscode:\n\n${result.output}`, 'Check that this machine reaches the npm registry.')
}

const CONTENT_TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
  <Default Extension=".cjs" ContentType="application/javascript"/>
  <Default Extension=".md" ContentType="text/markdown"/>
  <Default Extension=".txt" ContentType="text/plain"/>
</Types>
`

function vsixManifest(manifest: ExtensionManifest): string {
  const { name, displayName, description, version, publisher, categories, engines } = manifest
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escaped(name)}" Version="${escaped(version)}" Publisher="${escaped(publisher)}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Categories>${escaped(categories.join(','))}</Categories>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(engines.vscode)}"/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
