// Words of the guided first run: each question of the form in plain words, and the effect of its answer.

import type { QuestionLabel } from '@ninefold/core/model/points.ts'

interface PlainQuestion {
  readonly ask: string
  /** The use of the answer. */
  readonly why: string
}

export const plainQuestions: Readonly<Record<QuestionLabel, PlainQuestion>> = {
  Purpose: {
    ask: 'What is it for?',
    why: 'One or two sentences. They welcome people when they sign in, and everything else is judged by them.',
  },
  'Intended users': {
    ask: 'Who will use it, and what do they come for?',
    why: 'Each kind of people in a row. Their roles are asked about next.',
  },
  'Entities and fields': {
    ask: 'What does it keep track of?',
    why: 'The things, and what is to be known of each. As soon as one stands here, you can click in the application.',
  },
  'Roles and permissions': {
    ask: 'Who may do what?',
    why: 'How people sign in, and what each may see and do. Actions that are not stated are not allowed, not even to you.',
  },
  'States and transitions': {
    ask: 'Does something go through steps?',
    why: 'Such as open, in work, done. Each step becomes a button, and appears only when it is possible.',
  },
  'Screens and what a user can do on each': {
    ask: 'What do people see when they open it?',
    why: 'Lists, boards and pages. Until you say so, plain ones are offered that only you see while you write.',
  },
  'Product routes and route parameters': {
    ask: 'What are the addresses of its screens?',
    why: 'People can keep them and send them to each other.',
  },
  'Product calls (method, path shape, payload shape)': {
    ask: 'What may forms and other programs ask for?',
    why: 'Each line becomes a part of the REST API, and what buttons do.',
  },
  'Responses and what the product does with them': {
    ask: 'What do its calls answer?',
    why: 'Standard calls say that by themselves.',
  },
  'Validation rules': {
    ask: 'What must always hold?',
    why: 'People see it while they type, and the server makes sure.',
  },
  'Error catalogue': {
    ask: 'Which errors does it have of its own?',
    why: 'Their names and words. Those that every application needs are supplied.',
  },
  'Product-specific error messages': {
    ask: 'Shall refusals be said in your own words?',
    why: 'Otherwise they are said in the words that are supplied.',
  },
  'Business constants and limits': {
    ask: 'Which numbers and settings are there?',
    why: 'The time zone, the language, deadlines, how much somebody may do at once.',
  },
}

export const guideWords = {
  title: 'Step by step',
  answered: (answered: number, all: number) => `${answered} of ${all} answered`,
  gauge: (points: number) => `${points} of 9 points answered`,
  stop: 'Stop here',
  questions: 'The questions',
  standings: { stated: 'answered', none: 'none', provisional: 'open, something is offered', open: 'open' },
  skippedOne: 'skipped',
  formLabel: (label: string, point: number) => `Point ${point}: ${label}`,
  examples: 'Take one over, and change it as you like',
  another: 'Taken over. Change it below, or take another one',
  appName: 'What is it called?',
  noExamples: 'Nothing to take over yet: this builds on an answer that is still open.',
  own: 'Or in your own words',
  purposeLabel: 'Purpose',
  purposePlaceholder: 'For example: Members book rooms, and the office sees which rooms are free.',
  yourAnswer: 'Your answer',
  isAnswered: 'This is answered. You can change it here, or in the text.',
  addEntity: 'Add another thing',
  nameOf: (kind: string) => `${kind}: its name`,
  rename: 'Rename',
  write: 'Write it down and go on',
  goOn: 'Go on',
  none: 'There is none',
  skip: 'Skip: it stays “not shown”',
  takeBack: 'Take it back',
  hasErrors: (errors: number) =>
    errors === 1 ? 'One thing in the text cannot be read yet.' : `${errors} things in the text cannot be read yet.`,
  inText: (line: number | string) => (typeof line === 'number' ? `line ${line}` : line),
  textLabel: 'The text that you write',
  textNote: (file: string) => `What your answer writes into ${file}`,
  unwritten: 'not written yet',
  written: 'as in the file',
  previewLabel: 'The application',
  done: 'It stands.',
  doneNone: 'Nothing is answered yet.',
  doneNote: (answered: number, left: number, file: string) =>
    left === 0
      ? `All questions are answered. ${file} is the application; change it and the application changes.`
      : `${answered} questions are answered, and ${left} are left open: nothing is made up for them. ${file} is the application; change it and the application changes.`,
  leftOpen: 'Left open. Come back whenever you like:',
  open: 'Open the application',
  writeOn: 'Go on in the editor',
  overview: 'See all nine points',
} as const
