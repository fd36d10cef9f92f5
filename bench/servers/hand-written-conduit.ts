// Conduit's list and feed, written by hand: one statement finds the caller, and a second one returns the page with its
// count as JSON. One snapshot serves the whole page, and the server sends the JSON on unparsed.

import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'

/** $1: hash of the token. Sessions end 60 days after sign-in. */
const SESSION = {
  name: 'writer-session',
  text: `SELECT writer_id AS id FROM writer_session WHERE token_hash = $1 AND created_at > now() - interval '60 days'`,
}

/**
 * $1: the caller, $2: limit, $3: offset. The articles of the page are found first; their details are joined afterwards.
 */
function articles(name: string, where: string) {
  return {
    name,
    text: `
      WITH page AS (
        SELECT * FROM article WHERE ${where} ORDER BY created_at DESC, id LIMIT $2 OFFSET $3
      ), told AS (
        SELECT page.created_at AS at, page.id, json_build_object(
          'slug', slug, 'title', title, 'description', description,
          'tagList', ARRAY(SELECT tag.name FROM article_tag JOIN tag ON tag.id = tag_id WHERE article_id = page.id ORDER BY tag.name),
          'createdAt', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'updatedAt', to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'favorited', EXISTS (SELECT FROM favorite WHERE article_id = page.id AND writer_id = $1),
          'favoritesCount', (SELECT count(*) FROM favorite WHERE article_id = page.id),
          'author', json_build_object('username', username, 'bio', bio, 'image', image,
            'following', EXISTS (SELECT FROM follow WHERE follower_id = $1 AND writer_id = writer.id))) AS json
        FROM page JOIN writer ON writer.id = author_id
      )
      SELECT '{"articles":[' || coalesce(string_agg(json::text, ',' ORDER BY at DESC, id), '') || '],"articlesCount":'
        || (SELECT count(*) FROM article WHERE ${where}) || '}' AS json
      FROM told`,
  }
}

const LIST = articles('articles', 'true')
const FEED = articles('feed', 'author_id IN (SELECT writer_id FROM follow WHERE follower_id = $1)')

const page = {
  type: 'object',
  additionalProperties: false,
  properties: {
    limit: { type: 'string', pattern: '^(?:[1-9]\\d?|100)$' },
    offset: { type: 'string', pattern: '^\\d{1,9}$' },
  },
}

type Page = FastifyRequest<{ Querystring: { limit?: string; offset?: string } }>

export function addConduit(app: FastifyInstance, pool: pg.Pool): void {
  const writerOf = async ({ headers }: FastifyRequest): Promise<number | null> => {
    const [scheme, token] = headers.authorization?.split(' ') ?? []
    if (scheme !== 'Token' || token === undefined) return null
    const hash = createHash('sha256').update(token).digest()
    return (await pool.query<{ id: number }>({ ...SESSION, values: [hash] })).rows[0]?.id ?? null
  }
  const answer = async (statement: typeof LIST, writer: number | null, { query }: Page, reply: FastifyReply) => {
    const values = [writer, Number(query.limit ?? 20), Number(query.offset ?? 0)]
    const { rows } = await pool.query<{ json: string }>({ ...statement, values })
    return reply.type('application/json; charset=utf-8').send(rows[0]?.json)
  }
  app.get('/api/articles', { schema: { querystring: page } }, async (request: Page, reply) =>
    answer(LIST, await writerOf(request), request, reply),
  )
  app.get('/api/articles/feed', { schema: { querystring: page } }, async (request: Page, reply) => {
    const writer = await writerOf(request)
    if (writer === null) return reply.code(401).send({ errors: { token: ['is missing'] } })
    return answer(FEED, writer, request, reply)
  })
}
