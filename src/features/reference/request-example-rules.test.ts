import { describe, expect, it } from 'vitest'
import type { ReferenceOperation } from './contract.ts'
import { curlExample, scriptExample } from './request-example-rules.ts'

const field = { type: 'string', schema: null, description: '', example: null }

function operation(change: Partial<ReferenceOperation>) {
  return { method: 'GET', path: '/api/tools', credentials: 'none' as const, parameters: [], body: null, ...change }
}

const json = { mediaType: 'application/json', type: 'object', schema: null, fields: [] }

describe('an example of a request', () => {
  it('names the site, the places of the path, and parameters that are required or have examples', () => {
    const parameters = [
      { ...field, name: 'id', place: 'path', required: true },
      { ...field, name: 'q', place: 'query', required: true },
      { ...field, name: 'cursor', place: 'query', required: false },
      { ...field, name: 'tags', place: 'query', required: false, example: 'cover letter,email' },
    ]
    const read = operation({ path: '/api/tools/{id}', parameters })
    expect(curlExample(read, 'https://site.test')).toBe(
      "curl 'https://site.test/api/tools/ID?q=Q&tags=cover+letter,email'",
    )
    expect(scriptExample(read, 'https://site.test')).toContain(
      "fetch('https://site.test/api/tools/ID?q=Q&tags=cover+letter,email')",
    )
  })

  it('has the place of the token, or of the session where tokens are refused', () => {
    const byToken = operation({ method: 'DELETE', credentials: 'token' })
    expect(curlExample(byToken, '')).toContain("-X DELETE \\\n  -H 'Authorization: Bearer YOUR_TOKEN'")
    expect(scriptExample(byToken, '')).toContain("Authorization: 'Bearer YOUR_TOKEN'")
    const bySession = operation({ credentials: 'session' })
    expect(curlExample(bySession, 'http://site.test')).toContain("'Cookie: session=YOUR_SESSION'")
    expect(curlExample(bySession, 'https://site.test')).toContain("'Cookie: __Host-session=YOUR_SESSION'")
  })

  it('sends what is required, and a quote in it doesn’t end the command', () => {
    const write = operation({ method: 'POST', body: { ...json, example: '{"text": "it\'s"}' } })
    expect(curlExample(write, '')).toContain(`-d '{"text": "it'\\''s"}'`)
    const script = scriptExample(write, '')
    expect(script).toContain(`body: JSON.stringify({"text": "it's"})`)
    // The code must be valid: it is parsed here, and not run.
    expect(() => new Function(`return async () => {${script}}`)).not.toThrow()
  })

  it('sends a file if the body isn’t JSON', () => {
    const upload = operation({ method: 'POST', body: { ...json, mediaType: 'image/png', example: null } })
    expect(curlExample(upload, '')).toContain('--data-binary @FILE')
  })
})
