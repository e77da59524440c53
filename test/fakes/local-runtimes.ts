import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The list of models that each program for local models returns, by path, as documented in November 2026. */
export const runtimeResponses = {
  ollama: {
    '/api/tags': {
      models: [
        {
          name: 'llama3.2:latest',
          model: 'llama3.2:latest',
          modified_at: '2026-10-03T23:34:03.409490317-07:00',
          size: 2_019_393_189,
          digest: 'a80c4f17acd5',
          details: { format: 'gguf', family: 'llama', families: ['llama'], parameter_size: '3.2B' },
        },
        { name: 'qwen3:8b', model: 'qwen3:8b', details: { family: 'qwen3' } },
        // The models below run in Ollama's cloud.
        { name: 'llama4:maverick-cloud', model: 'llama4:maverick-cloud' },
        { name: 'llama3.1:405b', model: 'llama3.1:405b', remote_host: 'https://ollama.com:443' },
      ],
    },
  },
  'llama-cpp': {
    '/v1/models': {
      object: 'list',
      data: [
        {
          id: '/home/ada/models/Llama-3.2-3B-Instruct-Q4_K_M.gguf',
          object: 'model',
          created: 1,
          owned_by: 'llamacpp',
          meta: { n_ctx_train: 131_072, n_ctx: 8192 },
        },
      ],
    },
  },
  'lm-studio': {
    '/api/v0/models': {
      object: 'list',
      data: [
        {
          id: 'meta-llama-3.1-8b-instruct',
          object: 'model',
          type: 'llm',
          publisher: 'lmstudio-community',
          arch: 'llama',
          state: 'not-loaded',
          max_context_length: 131_072,
        },
        { id: 'text-embedding-nomic-embed-text-v1.5', object: 'model', type: 'embeddings', state: 'not-loaded' },
      ],
    },
  },
} as const

/** Starts a server on this machine. `received`: the method and the path of each request. */
export async function startLocalServer(handle: RequestListener, port = 0) {
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`)
    handle(request, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    received,
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Returns a handler that responds as a program for local models does: with the JSON that `responses` has for the path,
 * to any question with `text` as a streamed answer, and to other requests with 404.
 */
export function runtimeHandler(responses: Record<string, unknown>, text = 'Hello from this machine.'): RequestListener {
  return (request, response) => {
    const body = responses[request.url ?? '']
    if (body !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return
    }
    if (request.url !== '/v1/chat/completions') {
      response.writeHead(404).end()
      return
    }
    const chunk = (choice: object) =>
      `data: ${JSON.stringify({ id: 'c', created: 1, model: '/home/ada/models/llama.gguf', choices: [{ index: 0, ...choice }] })}\n\n`
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ delta: { role: 'assistant', content: text } }))
    response.end(`${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`)
  }
}
