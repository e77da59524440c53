import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'

/**
 * Starts a program that implements OpenAI's API, like Ollama on a member's machine. `allowedOrigin`: the only origin
 * that its CORS headers allow. In the result, `cookies` has the Cookie header of each request so far.
 */
export async function startOwnProgram(allowedOrigin: () => string) {
  const cookies: (string | undefined)[] = []
  const server = createServer((request, response) => {
    cookies.push(request.headers.cookie)
    if (request.headers.origin === allowedOrigin()) {
      response.setHeader('Access-Control-Allow-Origin', allowedOrigin())
      response.setHeader('Access-Control-Allow-Headers', 'content-type')
    }
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    if (request.url === '/v1/models') return response.end(JSON.stringify({ data: [{ id: 'mistral-small' }] }))
    const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.end(`${chunk('Hello from ')}${chunk('<b>home</b>.')}data: [DONE]\n\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, cookies, stop: () => new Promise((resolve) => server.close(resolve)) }
}

/** Presses “Use this answer” in the window where a member asks a model on their machine. The window then closes. */
export async function pressUseAnswer(ownWindow: Page) {
  const pressing = ownWindow.getByRole('button', { name: 'Use this answer' }).click()
  // Sometimes the window has closed before Playwright reports the click.
  await pressing.catch((error) => expect(ownWindow.isClosed(), String(error)).toBe(true))
}
