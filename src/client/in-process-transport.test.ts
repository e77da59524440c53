import { describe, expect, it } from 'vitest'
import { errorReply, fakeTransport, jsonReply } from '#test/fakes/transport.ts'
import { createApi } from './api.ts'
import { inProcessTransport } from './in-process-transport.ts'

describe('the in-process transport', () => {
  it('follows the redirect of a former slug, as a browser does', async () => {
    const moved = () => new Response(null, { status: 301, headers: { location: '/api/prompts/new-name' } })
    const app = fakeTransport(moved, jsonReply({ slug: 'new-name' }))
    const api = createApi({ fetch: inProcessTransport(app), inProcess: true })
    expect(await api('GET /api/prompts/{id}', { params: { id: 'old-name' } })).toEqual({ slug: 'new-name' })
    expect(app.sent.map(({ path }) => path)).toEqual(['/api/prompts/old-name', '/api/prompts/new-name'])
  })

  it('returns every other response unchanged', async () => {
    const api = createApi({ fetch: inProcessTransport(fakeTransport(errorReply(404, 'not_found'))), inProcess: true })
    await expect(api('GET /api/prompts/{id}', { params: { id: 'none' } })).rejects.toMatchObject({ status: 404 })
  })
})
