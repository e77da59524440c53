import { z } from 'zod'
import { readModelList } from '#features/models/model-list-rules.ts'
import { type AiVendor, aiVendors, familyNames } from '#features/models/rules.ts'
import { isSelfHosted, openRouter, type VendorSetting, vendorFacts } from '#features/models/vendor-rules.ts'
import { about } from './setting-kinds.ts'

const Key = z.string().min(8, 'must be at least 8 characters long').optional()
const BaseUrl = z
  .url({
    protocol: /^https?$/,
    error: 'must be the full address of an API with its version, such as http://localhost:11434/v1',
  })
  .optional()
const Models = z
  .string()
  .superRefine((text, context) => {
    const read = readModelList(text)
    if ('refusal' in read) context.addIssue({ code: 'custom', message: read.refusal })
  })
  .optional()

/** Each vendor of language models has three settings, such as OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODELS. */
type VendorSettings = { [Name in `${VendorSetting}_API_KEY`]: typeof Key } & {
  [Name in `${VendorSetting}_BASE_URL`]: typeof BaseUrl
} & { [Name in `${VendorSetting}_MODELS`]: typeof Models }

/** The settings of all vendors, each with its text for `docs/settings.md`. */
export const vendorSettings = Object.fromEntries(aiVendors.flatMap(settingsOf)) as VendorSettings

const makers = aiVendors.map((vendor) => `\`${vendorFacts[vendor].openRouter.maker}/…\``)

/** The settings of OpenRouter. */
export const openRouterSettings = {
  OPENROUTER_API_KEY: Key.meta(
    about(
      `The site’s key at [OpenRouter](${openRouter.keyPage}). With it, all families that aren’t set up above`,
      'can answer. Prompts are sent to OpenRouter, and from there to providers that don’t store them.',
    ),
  ),
  OPENROUTER_BASE_URL: BaseUrl.meta(
    about('Another address for OpenRouter, with the version, such as `https://gateway.example.org/api/v1`.'),
  ),
  OPENROUTER_MODELS: Models.meta(
    about(
      `The models of OpenRouter on offer, [written as below](#lists-of-models); their ids begin with ${makers.join(', ')}.`,
      'If unset: each family’s newest model at 1 credit, and its newest at 2 or 3. A credit stands for 5 US dollars per',
      'million tokens of output in OpenRouter’s price list, which is fetched every six hours.',
    ),
  ),
} as const

function settingsOf(vendor: AiVendor) {
  const { setting, models } = vendorFacts[vendor]
  const family = familyNames[vendor]
  const selfHosted = isSelfHosted(vendor)
  const key = selfHosted
    ? about('The key of the endpoint below, if it needs one.')
    : about(
        `The site’s key for ${family}. With it, ${family} models answer in the generator and in comparisons, and`,
        'members pay with credits.',
      )
  const baseUrl = selfHosted
    ? about(
        `Any OpenAI-compatible endpoint that runs ${family}: Ollama (\`http://localhost:11434/v1\`), llama.cpp, vLLM or a`,
        'service. An endpoint in your own network counts as free. If unset, the server looks for Llama on its own machine, at the',
        'usual ports of Ollama (11434), llama.cpp (8080) and LM Studio (1234), every five minutes. `off` prevents that.',
      )
    : about(`Another address for ${family}, with the version, such as \`https://gateway.example.org/v1\`.`)
  const offered = models.map(({ id, price }) => `${id}=${price}`).join(', ')
  return [
    [`${setting}_API_KEY`, Key.meta(key)],
    [`${setting}_BASE_URL`, (selfHosted ? BaseUrl.or(z.literal('off')) : BaseUrl).meta(baseUrl)],
    [
      `${setting}_MODELS`,
      Models.meta(
        about(`The ${family} models on offer, [written as below](#lists-of-models). If unset: \`${offered}\`.`),
      ),
    ],
  ] as const
}
