import { describe, expect, it } from 'vitest'
import type { Db } from '#platform/database/db.ts'
import { createApp } from '#server/app.ts'
import { describeApi } from '#server/http/openapi.ts'
import { createContractCheck } from './contract-check.ts'
import { createTestServices } from './test-services.ts'

describe('the check of responses against the contract', () => {
  const app = createApp({ ...createTestServices({} as Db), db: {} as Db })
  const check = createContractCheck(describeApi(app))

  it('refuses a missing field, a wrong type and a status that isn’t in the contract', () => {
    const category = { id: 'x', name: 'General', slug: 'general', description: '', promptCount: 1 }
    expect(() => check('GET', '/api/categories', 200, [category])).not.toThrow()
    expect(() => check('GET', '/api/categories', 200, [{ ...category, promptCount: '1' }])).toThrow('promptCount')
    expect(() => check('GET', '/api/categories/general', 404, { error: 'x' })).toThrow('requestId')
    expect(() => check('GET', '/api/categories', 201, [category])).toThrow('201')
  })

  it('refuses an unknown API path, whatever the response, but accepts the OpenAPI document and feeds', () => {
    expect(() => check('GET', '/api/categoriez', 200, [])).toThrow("/api/categoriez isn't a path of the contract")
    expect(() => check('GET', '/api/categoriez', 404, { error: 'x' })).toThrow('/api/categoriez')
    expect(() => check('GET', '/api/openapi.json', 200, {})).not.toThrow()
    expect(() => check('GET', '/feed.xml', 200, '')).not.toThrow()
  })
})
