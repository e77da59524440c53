import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { createPageApi } from './page-api.ts'
import { footerPath } from './page-content.ts'

let requests = 0
let status: 200 | 503 = 200
let time = 0
const app = new Hono()
app.get(footerPath, (c) => c.json({ requests: ++requests }, status))
app.get('/api/home', (c) => c.json({ requests: ++requests }))
const api = createPageApi(app, () => time)
const read = async (path: string) => {
  const response = await api(path)
  return [response.status, (await response.json()).requests]
}

it('renderings within a second share the data of the footer and nothing else', async () => {
  expect(await Promise.all([read(footerPath), read(footerPath)])).toEqual([
    [200, 1],
    [200, 1],
  ])
  time = 999
  expect([await read(footerPath), await read('/api/home'), await read('/api/home')]).toEqual([
    [200, 1],
    [200, 2],
    [200, 3],
  ])
  time = 1_000
  expect(await read(footerPath)).toEqual([200, 4])
})

it('renderings don’t share a failed response for the footer', async () => {
  time = 5_000
  status = 503
  expect((await read(footerPath))[0]).toBe(503)
  status = 200
  expect((await read(footerPath))[0]).toBe(200)
})
