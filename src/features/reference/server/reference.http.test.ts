import { beforeAll, describe, expect, it } from 'vitest'
import { errorStatus } from '#lib/http-contract.ts'
import { requestsPerToken } from '#server/http/request-limit.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import type { Reference, ReferenceSubject } from '../contract.ts'
import { curlExample, scriptExample } from '../request-example-rules.ts'
import { firstSubjects, lastSubjects } from './describe-reference.ts'

let testSite: TestSite
let reference: Reference
let subjects: ReferenceSubject[]

const read = async <Body>(path: string) => (await (await testSite.app.request(path)).json()) as Body

beforeAll(async () => {
  testSite = await createTestSite()
  reference = await read('/api/reference')
  subjects = await Promise.all(reference.subjects.map(({ slug }) => read<ReferenceSubject>(`/api/reference/${slug}`)))
})

describe('the reference', () => {
  it('has each operation of the OpenAPI document once', async () => {
    const { paths } = await read<{ paths: Record<string, object> }>('/api/openapi.json')
    const documented = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const listed = reference.subjects.flatMap(({ operations }) =>
      operations.map(({ method, path }) => `${method} ${path}`),
    )
    expect(listed.toSorted()).toEqual(documented.toSorted())
    const detailed = subjects.flatMap(({ operations }) => operations.map(({ method, path }) => `${method} ${path}`))
    expect(detailed.toSorted()).toEqual(documented.toSorted())
  })

  it('begins with prompts, and ends with accounts and admin', () => {
    const names = reference.subjects.map(({ name }) => name)
    const between = names.slice(firstSubjects.length, -lastSubjects.length)
    expect(names).toEqual([...firstSubjects, ...between, ...lastSubjects])
    expect(between).toEqual(between.toSorted())
    expect(reference.subjects[0]?.operations[0]).toMatchObject({ method: 'GET', path: '/api/prompts' })
  })

  it('gives each operation of a subject an anchor of its own', () => {
    for (const { name, operations } of subjects) {
      const ids = operations.map(({ id }) => id)
      expect(new Set(ids).size, name).toBe(ids.length)
      for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-zA-Z0-9]+)+$/)
    }
  })

  it('describes every object to which a field, a body or a response links', () => {
    for (const { name, operations, objects } of subjects) {
      const known = new Set(objects.map((object) => object.name))
      const linked = [
        ...objects.flatMap(({ fields }) => fields),
        ...operations.flatMap(({ parameters, body, responses }) => [
          ...parameters,
          ...(body ? [body, ...body.fields] : []),
          ...responses.flatMap(({ content }) => content ?? []),
        ]),
      ].flatMap(({ schema }) => schema ?? [])
      expect(
        linked.filter((schema) => !known.has(schema)),
        name,
      ).toEqual([])
    }
  })

  it('has examples of all operations: valid code, JSON bodies, and a token only where one is accepted', () => {
    for (const operation of subjects.flatMap(({ operations }) => operations)) {
      const script = scriptExample(operation, 'https://site.test')
      expect(() => new Function(`return async () => {${script}}`), script).not.toThrow()
      if (operation.body?.example) expect(() => JSON.parse(operation.body?.example ?? '')).not.toThrow()
      const curl = curlExample(operation, 'https://site.test')
      expect(curl.includes('YOUR_TOKEN'), curl).toBe(operation.credentials === 'token')
      expect(curl, 'no place is left in braces').not.toMatch(/\/\{/)
    }
  })

  it('has examples of all JSON responses that read like data: no value is only the name of its field', () => {
    const unfilled = subjects.flatMap(({ operations }) =>
      operations.flatMap(({ id, responses }) =>
        responses.flatMap(({ status, content, example }) => {
          if (content?.mediaType !== 'application/json' || status >= '300') return []
          if (example === null) return [`${id} ${status} has no example`]
          JSON.parse(example)
          const texts = [...example.matchAll(/"(\w+)": (?:\[\s*)?"([A-Z]+)"/g)]
          return texts.filter(([, name, text]) => name?.toUpperCase() === text).map(([, name]) => `${id}: ${name}`)
        }),
      ),
    )
    expect(unfilled).toEqual([])
  })

  it('says who may call each operation, and which ones cost credits', () => {
    const operations = subjects.flatMap((subject) => subject.operations)
    const accessOf = (name: string) => operations.find(({ method, path }) => `${method} ${path}` === name)?.access
    expect(accessOf('GET /api/prompts')).toBe('Public')
    expect(accessOf('GET /api/favorites')).toBe('Sign-in or token: `read`')
    expect(accessOf('POST /api/user/tokens')).toBe('Sign-in, no tokens')
    const costly = operations.filter(({ costsCredits }) => costsCredits)
    expect(costly.map(({ path }) => path).toSorted()).toEqual([
      '/api/change-requests/{id}/tests/runs',
      '/api/comparisons',
      '/api/prompt-generator',
      '/api/prompts/{id}/tests/runs',
      '/api/user/credits/decrease',
    ])
    for (const { path, parameters } of costly)
      expect(
        parameters.map(({ name }) => name),
        path,
      ).toContain('idempotency-key')
  })

  it('begins with a call that needs a token, and lists every error code and the limits', () => {
    expect(reference.firstCall).toMatchObject({ credentials: 'token', method: 'GET' })
    expect(reference.errors.map(({ code }) => code)).toEqual(expect.arrayContaining(Object.keys(errorStatus)))
    expect(reference.limits).toContainEqual({
      what: 'All requests with one token',
      limit: `${requestsPerToken} a minute`,
    })
  })

  it('lists many parameters once in a subject', () => {
    const filters = subjects.flatMap(({ operations }) => operations).find(({ path }) => path === '/api/filters')
    expect(filters?.sameParametersAs).toBe('get-prompts')
  })

  it('responds with 404 for an unknown subject', async () => {
    expect((await testSite.app.request('/api/reference/nothing')).status).toBe(404)
  })
})
