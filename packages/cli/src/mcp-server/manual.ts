// The pages of the installed manual → resources of the protocol, and the tool that explains a number.

import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import { DIAGNOSTICS } from '@ninefold/core/diagnostic/registry.ts'
import { z } from 'zod'
import { pageOf } from '../commands/explain.ts'
import { guideInShort } from '../commands/guide.ts'
import { manualPages, type ManualPage } from '../reference.ts'
import { answered } from './answer.ts'

const MARKDOWN = 'text/markdown'
const OFFERED_MAX = 100

export function addManual(server: McpServer): void {
  server.registerResource(
    'guide',
    'ninefold://guide',
    { title: 'The language in short', description: 'Read this before writing a specification.', mimeType: MARKDOWN },
    async (uri) => pageAt(uri, await guideInShort()),
  )
  server.registerResource(
    'reference',
    new ResourceTemplate('ninefold://reference/{page}', {
      list: async () => ({ resources: (await manualPages()).map(resourceOf) }),
      complete: {
        page: async (typed) => (await manualPages()).map(({ name }) => name).filter((name) => name.startsWith(typed)),
      },
    }),
    { title: 'The manual, page by page', mimeType: MARKDOWN },
    async (uri, { page }) => {
      const pages = await manualPages()
      const found = pages.find(({ name }) => name === page)
      if (found === undefined)
        throw new Error(`The manual has no page "${String(page)}". It has ${pages.map(({ name }) => name).join(', ')}.`)
      return pageAt(uri, found.text)
    },
  )
  server.registerResource(
    'diagnostic',
    new ResourceTemplate('ninefold://diagnostics/{number}', {
      list: undefined,
      complete: {
        number: (typed) =>
          Object.keys(DIAGNOSTICS)
            .filter((number) => number.startsWith(typed.toUpperCase()))
            .slice(0, OFFERED_MAX),
      },
    }),
    { title: 'The page of a diagnostic: wrong, message, right', mimeType: MARKDOWN },
    async (uri, { number }) => pageAt(uri, await pageOf(String(number))),
  )
  server.registerTool(
    'explain',
    {
      title: 'Explain a diagnostic',
      description: 'The page of a number: a wrong example and a right one.',
      inputSchema: { number: z.string().describe('Such as N601') },
      outputSchema: { page: z.string() },
      annotations: { readOnlyHint: true },
    },
    async ({ number }) => answered({ page: await pageOf(number) }),
  )
}

function resourceOf({ name, title }: ManualPage) {
  return { name, title, uri: `ninefold://reference/${name}`, mimeType: MARKDOWN }
}

function pageAt(uri: URL, text: string): ReadResourceResult {
  return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] }
}
