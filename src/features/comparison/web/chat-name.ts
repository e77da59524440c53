import { type AiVendor, familyNames } from '#features/models/rules.ts'
import { vendorFacts } from '#features/models/vendor-rules.ts'
import { chatOf } from '#features/worksheet/run-target-rules.ts'

/** Returns the name of a family's chat, which people know better than its maker: `ChatGPT`. */
export function chatNameOf(vendor: AiVendor): string {
  return chatOf(vendorFacts[vendor].chat)?.name ?? familyNames[vendor]
}

/** Returns a family with its chat, if that has another name: `OpenAI (ChatGPT)`, `Claude`. */
export function familyWithChat(vendor: AiVendor): string {
  const chat = chatNameOf(vendor)
  return chat === familyNames[vendor] ? chat : `${familyNames[vendor]} (${chat})`
}
