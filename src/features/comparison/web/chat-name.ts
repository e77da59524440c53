import { type AiVendor, familyNames } from '#features/models/rules.ts'
import { vendorFacts } from '#features/models/vendor-rules.ts'
import { chatOf } from '#features/worksheet/run-target-rules.ts'

/**
 * Returns the name of a family's chat, such as `ChatGPT`, because people know it better than its maker. Returns the
 * family's name if the family has no chat.
 */
export function chatNameOf(vendor: AiVendor): string {
  return chatOf(vendorFacts[vendor].chat)?.name ?? familyNames[vendor]
}

/** Returns a family's name, followed by its chat's name if the two differ: `OpenAI (ChatGPT)`, `Claude`. */
export function familyWithChat(vendor: AiVendor): string {
  const chat = chatNameOf(vendor)
  return chat === familyNames[vendor] ? chat : `${familyNames[vendor]} (${chat})`
}
