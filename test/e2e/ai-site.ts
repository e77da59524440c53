import { startAiVendors, wholeAnswer } from '../fakes/ai-vendors.ts'
import { createSiteStorage, startBuiltSite } from './product.ts'

/**
 * `models`: the models of each fake vendor with their prices in credits, as in the setting OPENAI_MODELS. `texts`: the
 * answers of models that `test/fakes/ai-vendors.ts` doesn't know.
 */
type Offers = { models: Partial<Record<'OPENAI' | 'ANTHROPIC' | 'GOOGLE', string>>; texts?: Record<string, string> }

/** The models that the stories use. Their names say how they answer. */
const storyOffers: Offers = {
  models: { OPENAI: 'steady=2, paced=2, stalls=2', ANTHROPIC: 'writer=3, faulty=2', GOOGLE: 'hostile=1, drip=1' },
  texts: { 'meta-llama/llama-steady': wholeAnswer },
}

/**
 * Starts a separate site, configured as an operator would configure it. Its vendors are fakes that use the real
 * protocols over HTTP.
 */
export async function startAiSite({ models: offeredModels, texts }: Offers = storyOffers) {
  const vendors = await startAiVendors(texts)
  const storage = await createSiteStorage()
  const settings = Object.entries(offeredModels).flatMap(([vendor, models]) => [
    [`${vendor}_API_KEY`, 'sk-site-1234567890'],
    [`${vendor}_BASE_URL`, vendors.baseUrl(vendor.toLowerCase() as Parameters<typeof vendors.baseUrl>[0])],
    [`${vendor}_MODELS`, models],
  ])
  // These are empty so that a developer's own settings for DeepSeek and Llama aren't used.
  const withoutKeys = { DEEPSEEK_API_KEY: '', LLAMA_BASE_URL: '', LLAMA_API_KEY: '' }
  // The site has no key for OpenRouter, but members can use their own keys.
  const openRouter = { OPENROUTER_API_KEY: '', OPENROUTER_BASE_URL: vendors.baseUrl('openrouter') }
  const product = await startBuiltSite({
    ...storage.settings,
    ...withoutKeys,
    ...openRouter,
    ...Object.fromEntries(settings),
    AI_DAILY_BUDGET: 'off',
    STARTER: 'on',
  })
  return {
    url: product.url,
    settings: storage.settings,
    vendors,
    async stop() {
      await product.stop()
      await storage.remove()
      await vendors.close()
    },
  }
}

export type AiSite = Awaited<ReturnType<typeof startAiSite>>
