import { z } from 'zod'
import {
  baseName,
  isLlama,
  type LocalRuntime,
  type LocalServer,
  localRuntimeIds,
  localRuntimes,
} from '../local-model-rules.ts'
import { fetchJson } from './fetch-json.ts'
import { UpstreamFailure } from './upstream.ts'

/** How long a response may take, in ms. It can take seconds while this site starts on a busy machine. */
const defaultTimeoutMs = 5_000
const bytesMax = 512 * 1024
/** The maximum number of Llama models that are offered from one program: the first ones in its list. */
const modelsMax = 5

/** A context window in tokens. An invalid number is read as unknown. */
const context = z.number().int().positive().max(100_000_000).nullish().catch(null)

/**
 * How each program lists its models, as of November 2026. A response that doesn't fit the schema comes from another
 * program on the same port.
 */
const lists: Record<LocalRuntime, { path: string; read: (body: unknown) => LocalServer['models'] }> = {
  ollama: {
    path: '/api/tags',
    read: (body) =>
      z
        .object({ models: z.array(z.object({ name: z.string(), remote_host: z.string().optional() })) })
        .parse(body)
        // Ollama also lists models of its cloud, which don't run on this machine.
        .models.filter(({ name, remote_host }) => !remote_host && !/[:-]cloud$/.test(name))
        .map(({ name }) => ({ id: name.replace(/:latest$/, ''), context: null })),
  },
  'llama-cpp': {
    path: '/v1/models',
    read: (body) =>
      z
        .object({
          data: z.array(
            z.object({
              id: z.string(),
              owned_by: z.literal('llamacpp'),
              meta: z.object({ n_ctx: context }).nullish().catch(null),
            }),
          ),
        })
        .parse(body)
        // Uses only the file name, because the path would reveal the operator's folders. A llama.cpp server that runs a
        // single model accepts any name for it.
        .data.map(({ id, meta }) => ({ id: /\.gguf$/i.test(id) ? baseName(id) : id, context: meta?.n_ctx ?? null })),
  },
  'lm-studio': {
    path: '/api/v0/models',
    read: (body) =>
      z
        .object({
          data: z.array(
            z.object({
              id: z.string(),
              type: z.string(),
              state: z.string(),
              loaded_context_length: context,
              max_context_length: context,
            }),
          ),
        })
        .parse(body)
        .data.filter(({ type }) => type === 'llm' || type === 'vlm')
        .map(({ id, loaded_context_length, max_context_length }) => ({
          id,
          context: loaded_context_length ?? max_context_length ?? null,
        })),
  },
}

export type LocalPorts = Partial<Record<LocalRuntime, number>>

/**
 * Looks for programs that run Llama on this machine, only at the loopback address. Ignores programs that don't respond
 * within `timeoutMs`, or respond with anything but a list of models.
 */
export async function findLocalModels(
  ports: LocalPorts = usualPorts,
  timeoutMs = defaultTimeoutMs,
): Promise<LocalServer[]> {
  const found = await Promise.all(
    localRuntimeIds.map((runtime) => {
      const port = ports[runtime]
      return port === undefined ? null : findAt(runtime, port, timeoutMs)
    }),
  )
  return found.filter((server) => server !== null && server.models.length > 0) as LocalServer[]
}

/** Returns the usual ports, except the port of this site. */
export function usualPortsExcept(ownPort: number): LocalPorts {
  return Object.fromEntries(Object.entries(usualPorts).filter(([, port]) => port !== ownPort))
}

const usualPorts: LocalPorts = Object.fromEntries(localRuntimeIds.map((id) => [id, localRuntimes[id].port]))

async function findAt(runtime: LocalRuntime, port: number, timeoutMs: number): Promise<LocalServer | null> {
  const { path, read } = lists[runtime]
  const address = `http://127.0.0.1:${port}`
  try {
    const models = read(await fetchJson(`${address}${path}`, { timeoutMs, bytesMax }))
    const llamas = models.filter(({ id }, index) => isLlama(id) && models.findIndex((one) => one.id === id) === index)
    return { runtime, baseUrl: `${address}/v1`, models: llamas.slice(0, modelsMax) }
  } catch (error) {
    if (error instanceof UpstreamFailure || error instanceof z.ZodError) return null
    throw error
  }
}
