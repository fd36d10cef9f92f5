// Tools that only read a specification: read, questions, complete, plan, test.

import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { completionsAt } from '@ninefold/core/service/completion.ts'
import { BYTE_ORDER_MARK } from '@ninefold/core/outline/parse-markdown.ts'
import { openDocument } from '@ninefold/core/service/document.ts'
import { placeAt, placesOf } from '@ninefold/core/text/chapters.ts'
import { offsetAt } from '@ninefold/core/text/lines.ts'
import { compile } from '@ninefold/core/compile.ts'
import { openQuestions } from '@ninefold/core/questions/open-questions.ts'
import { z } from 'zod'
import { planned } from '../commands/plan.ts'
import { asJson as questionsAsJson } from '../commands/questions.ts'
import { isPassed, type PlayedExample } from '../examples/junit.ts'
import { type Audience, playExamples } from '../examples/play-examples.ts'
import { planAsJson } from '../evolution/print-plan.ts'
import { modelOf } from '../model-of.ts'
import { readOneFile } from '../specification-file.ts'
import { Stop } from '../terminal/exit.ts'
import { today } from '../today.ts'
import { answered } from './answer.ts'
import { COMPLETIONS, FILE, OPEN_QUESTIONS, PLAN, PLAYED } from './tool-schemas.ts'
import { mainFile, sourceOf } from './main-file.ts'
import type { WorkingFolder } from './working-folder.ts'

const COMPLETIONS_MAX = 100
const READS = { readOnlyHint: true } as const
const NOBODY: Audience = { begins: () => {}, sees: () => {}, ends: () => {} }

export function addReadingTools(server: McpServer, folder: WorkingFolder): void {
  server.registerTool(
    'read',
    {
      title: 'Read a specification',
      description: 'The text of one file of a specification, as it is saved. Below "Chapters" it lists the others.',
      inputSchema: { file: FILE },
      outputSchema: { text: z.string() },
      annotations: READS,
    },
    async ({ file }) => {
      const { text } = await readOneFile(folder.pathOf(await folder.specification(file)))
      return answered({ text: text.replace(BYTE_ORDER_MARK, '') })
    },
  )
  server.registerTool(
    'questions',
    {
      title: 'Open questions',
      description: 'Open questions, most blocking first, with the parts that wait for them and possible answers.',
      inputSchema: { file: FILE },
      outputSchema: OPEN_QUESTIONS,
      annotations: READS,
    },
    async ({ file }) => {
      const source = await sourceOf(folder, file)
      return answered(JSON.parse(questionsAsJson(source, openQuestions(compile(source.text, today())))))
    },
  )
  addComplete(server, folder)
  addPlan(server, folder)
  addTest(server, folder)
}

function addComplete(server: McpServer, folder: WorkingFolder): void {
  server.registerTool(
    'complete',
    {
      title: 'Complete at a place',
      description: 'Names, words and constructs that fit at a place of a specification.',
      inputSchema: {
        file: FILE,
        line: z.number().int().min(1),
        column: z.number().int().min(1).describe('Of the caret: 1 is before the first character of the line'),
      },
      outputSchema: COMPLETIONS,
      annotations: READS,
    },
    async ({ file, line, column }) => {
      const source = await sourceOf(folder, file)
      const places = placesOf(source)
      const name = await folder.specification(file)
      const inside = places.find((each) => each.file === name)
      if (inside === undefined) throw new Stop(`${file} cannot be read as a chapter of ${source.file}.`)
      const { lines, start } = inside
      if (line > lines.starts.length)
        throw new Stop(`${file} has ${lines.starts.length} lines; there is no line ${line}.`)
      const found = completionsAt(openDocument(source.text, today()), start + offsetAt(lines, { line, column }))
      const positionOf = (offset: number) => {
        const { line: of, column: at } = placeAt(places, offset)
        return { line: of, column: at }
      }
      const completions = found.slice(0, COMPLETIONS_MAX).map(({ span, ...offered }) => ({
        ...offered,
        start: positionOf(span.start),
        end: positionOf(span.end),
      }))
      return answered({ completions, left: found.length - completions.length })
    },
  )
}

function addPlan(server: McpServer, folder: WorkingFolder): void {
  server.registerTool(
    'plan',
    {
      title: 'Plan the changes of a database',
      description:
        'Compares the text with the database that DATABASE_URL names, or else with the one beside the file: differences for each role, affected records, and consents that a person has to give. Changes nothing.',
      inputSchema: { file: FILE },
      outputSchema: PLAN,
      annotations: READS,
    },
    async ({ file }) => {
      const name = await mainFile(folder, file)
      return answered(JSON.parse(planAsJson(name, await planned(folder.pathOf(name), {}))))
    },
  )
}

function addTest(server: McpServer, folder: WorkingFolder): void {
  server.registerTool(
    'test',
    {
      title: 'Play the examples',
      description: 'Plays the examples of point 7 by real HTTP, on a database of their own.',
      inputSchema: { file: FILE },
      outputSchema: PLAYED,
      annotations: READS,
    },
    async ({ file }, { signal }) => {
      const source = await sourceOf(folder, file)
      const stopped = new Promise<'stopped'>((resolve) => {
        signal.addEventListener('abort', () => resolve('stopped'), { once: true })
      })
      const played = await playExamples(source, modelOf(source, 'tested'), NOBODY, stopped)
      return answered({ isPassed: played.every(isPassed), examples: played.map(exampleOf) })
    },
  )
}

function exampleOf(played: PlayedExample) {
  return {
    name: played.example.name,
    isPassed: isPassed(played),
    steps: played.outcomes.map(({ step: _, ...outcome }) => outcome),
    stepsNotTried: played.example.steps.length - played.outcomes.length,
  }
}
