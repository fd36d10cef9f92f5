// The OpenAPI document of every example, validated by three independent tools.

import { readdirSync, readFileSync } from 'node:fs'
import SwaggerParser from '@apidevtools/swagger-parser'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { operationsOf } from '../calls/calls.ts'
import { hasFiles } from '../inputs/uploads.ts'
import { openApiDocument, type OpenApiDocument } from './document.ts'

const EXAMPLES = readdirSync(new URL('../../../../../examples', import.meta.url))

interface Described {
  readonly document: OpenApiDocument
  readonly text: string
  readonly addresses: string[]
  readonly hasFiles: boolean
}

function documentOf(example: string, edit = (text: string) => text): Described {
  const source = edit(readFileSync(new URL(`../../../../../examples/${example}/app.md`, import.meta.url), 'utf8'))
  const { model, diagnostics } = compile(source)
  if (model === null) throw new Error(JSON.stringify(diagnostics.filter(({ severity }) => severity === 'error')))
  const document = openApiDocument(model, 'test')
  const addresses = operationsOf(model)
    .filter(({ path }) => /^\/(api|hooks)\//.test(path))
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`)
  return { document, text: JSON.stringify(document), addresses, hasFiles: hasFiles(model) }
}

describe.each(EXAMPLES)('the calls of %s', (example) => {
  const { document, text, addresses, hasFiles } = documentOf(example)

  it('are all described, and no others but those of documents, files, lists and deleted records, where there are any', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    const ofFiles = described.filter((address) => address.includes('/_ninefold/files'))
    const ofLists = described.filter((address) => address.startsWith('get /_ninefold/screens/'))
    expect(ofLists.length).toBeLessThanOrEqual(1)
    const ofDeleted = described.filter((address) => address.includes('/_ninefold/deleted'))
    const ofNotifications = described.filter((address) => /\/_ninefold\/(?:notifications|following)/.test(address))
    const ofDocuments = described.filter((address) => address.includes('/_ninefold/documents'))
    const own = [...ofDocuments, ...ofFiles, ...ofLists, ...ofDeleted, ...ofNotifications]
    expect(described.filter((address) => !own.includes(address)).sort()).toEqual(addresses.sort())
    expect(ofDeleted).toHaveLength(['crm', 'stock'].includes(example) ? 2 : 0)
    expect(ofNotifications).toHaveLength(example === 'crm' ? 9 : 0)
    expect(ofDocuments).toHaveLength(example === 'shop' ? 3 : 0)
    expect(ofFiles).toHaveLength(hasFiles ? 3 : 0)
  })

  it('are valid for two validators', async () => {
    expect(await new Validator().validate(JSON.parse(text))).toMatchObject({ valid: true })
    await expect(SwaggerParser.validate(JSON.parse(text))).resolves.toBeDefined()
  })

  it('have nothing to mend for a linter, but a licence, which no specification states', async () => {
    const config = await createConfig({ extends: ['recommended-strict'], rules: { 'info-license': 'off' } })
    expect(await lintFromString({ source: text, absoluteRef: 'openapi.json', config })).toEqual([])
  })
})

it('names the codes of every kind of rule where a write may break it', () => {
  const { document } = documentOf('booking')
  const refused = (path: string) => document.paths[path]?.['post']?.responses['409']?.description
  expect(refused('/api/bookings')).toContain('SLOT_TAKEN')
  expect(refused('/api/courses/{slug}/enrolments')).toContain('ALREADY_ENROLLED')
  expect(refused('/api/courses/{slug}/enrolments')).toContain('COURSE_FULL')
})

it('has a schema for each shape, also for one that is called like a part of the document', () => {
  const { document } = documentOf('helpdesk', (text) => text.replaceAll('CommentView', 'Problem'))
  expect(Object.keys(document.components.schemas['Problem']?.properties ?? {})).toContain('author')
})

it('declares no body for a refusal whose status has none', () => {
  const call = 'POST /api/users/:id/roles'
  const stating = (status: number) =>
    documentOf('helpdesk', (text) =>
      text.replace(
        new RegExp(`### ${call}[^\\n]*\\n\\n`),
        (heading) => `${heading}- **Built-in errors:** forbidden ${status}\n`,
      ),
    ).document.paths['/api/users/{id}/roles']?.post?.responses
  expect(stating(409)?.['409']?.content).toBeDefined()
  // The answer and the refusal have one status.
  expect(stating(204)?.['204']?.['x-codes']).toContain('FORBIDDEN')
  expect(stating(204)?.['204']?.content).toBeUndefined()
})

it('finds what is wrong with a document', async () => {
  const { document } = documentOf('helpdesk')
  const wrong = JSON.stringify({ ...document, components: { schemas: {} } })
  expect(await new Validator().validate(JSON.parse(wrong))).toMatchObject({ valid: false })
  await expect(SwaggerParser.validate(JSON.parse(wrong))).rejects.toThrow()
  const config = await createConfig({ extends: ['recommended-strict'] })
  expect(await lintFromString({ source: wrong, absoluteRef: 'openapi.json', config })).not.toEqual([])
})
