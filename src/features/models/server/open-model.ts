import type { Sdk } from '../vendor-rules.ts'
import type { Question } from './model-answer.ts'
import type { Access, Part } from './upstream.ts'

/** Functions that load the module for each SDK. */
const loaders = {
  openai: () => import('./openai.ts'),
  anthropic: () => import('./anthropic.ts'),
  google: () => import('./google.ts'),
  deepseek: () => import('./deepseek.ts'),
  openrouter: async () => ({ openLanguageModel: (await import('./openai-compatible.ts')).openRoutedModel }),
  'openai-compatible': () => import('./openai-compatible.ts'),
} satisfies Record<Sdk, unknown>

/** Returns a function that asks a model and streams its answer. Loads the model's SDK when it is first needed. */
export async function openModel(sdk: Sdk, id: string, access: Access) {
  const [{ streamAnswer }, { openLanguageModel }] = await Promise.all([import('./ai.ts'), loaders[sdk]()])
  const model = openLanguageModel(id, access)
  return ({ system, prompt, signal, outputTokensMax }: Question & { outputTokensMax: number }): AsyncGenerator<Part> =>
    streamAnswer({ model, system, prompt, signal, outputTokensMax })
}
