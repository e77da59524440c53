import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { cardExample, dumpExample, fillExamples } from './script-example-rules.ts'

const run = promisify(execFile)
/** The program and the arguments that run code in each language. */
const programs: Record<string, (code: string) => [string, string[]]> = {
  curl: (code) => ['sh', ['-c', code]],
  JavaScript: (code) => [process.execPath, ['--input-type=module', '-e', code]],
  Python: (code) => ['python3', ['-c', code]],
}

let testSite: TestSite
let server: ReturnType<typeof serve>
let origin: string
let slug: string
beforeAll(async () => {
  testSite = await createTestSite()
  slug = (await testSite.addPrompt({ title: 'Explained', content: 'Explain {{topic}} to {{reader}}.\n' })).slug
  server = serve({ fetch: testSite.app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((ready) => server.once('listening', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await testSite.close()
})

async function outputOf(language: string, code: string): Promise<string> {
  const [program, args] = programs[language]?.(code) ?? ['false', []]
  const env = { PATH: process.env.PATH, no_proxy: '127.0.0.1' }
  return (await run(program, args, { env })).stdout
}

// Each example fills in the blank `topic` with “tides & currents”.
it.each(['curl', 'JavaScript', 'Python'])('the %s example on the help page fills in a prompt', async (language) => {
  const { code = '' } = fillExamples(origin, slug).find((example) => example.about.startsWith(`${language},`)) ?? {}
  expect((await outputOf(language, code)).trim()).toBe('Explain tides & currents to {{reader}}.')
})

it('the example for the dump prints a line of JSON for each prompt', async () => {
  const lines = (await outputOf('curl', dumpExample(origin).code)).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).title)).toContain('Explained')
})

it('the address in the example for a card returns the card', async () => {
  const { code } = cardExample(origin, slug)
  const response = await fetch(/src="([^"]+)"/.exec(code)?.[1] ?? '')
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Explained')])
})
