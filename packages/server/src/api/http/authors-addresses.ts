// Addresses that exist only while a specification is written. Their requests do not belong to the application.

/** Answers with an event stream. */
export const AUTHOR_EVENTS_PATH = '/_ninefold/author-events'

const AUTHORS_ADDRESSES = [
  '/_ninefold/specification',
  '/_ninefold/consent',
  '/_ninefold/text',
  '/_ninefold/plan',
  AUTHOR_EVENTS_PATH,
  '/_ninefold/view-as',
  '/_ninefold/clock.json',
  '/_ninefold/requests.json',
  '/_ninefold/why',
  '/_ninefold/mailbox.json',
] as const

export function isOfAuthors(address: string): boolean {
  return (AUTHORS_ADDRESSES as readonly string[]).includes(address)
}
