import { type AiVendor, familyNames } from '#features/models/rules.ts'
import { vendorFacts } from '#features/models/vendor-rules.ts'
import { chatOf } from '#features/worksheet/run-target-rules.ts'

/** Returns the name of a family's chat, such as `ChatGPT`. People know it better than its maker. */
export function chatNameOf(vendor: AiVendor): string {
  return chatOf(vendorFacts[vendor].chat)?.name ?? familyNames[vendor]
}

/** Returns the name of a family, and that of its chat if it is different: `OpenAI (ChatGPT)`, `Claude`. */
export function familyWithChat(vendor: AiVendor): string {
  const chat = chatNameOf(vendor)
  return chat === familyNames[vendor] ? chat : `${familyNames[vendor]} (${chat})`
}
