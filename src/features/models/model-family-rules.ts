import { aiVendors, familyNames } from './rules.ts'
import { vendorFacts } from './vendor-rules.ts'

/** The family that a model's name tells, such as Claude for “claude-haiku-4-5”; otherwise the name as written. */
export function familyOf(model: string): string {
  const vendor = aiVendors.find((vendor) => vendorFacts[vendor].spelling.test(model))
  return vendor ? familyNames[vendor] : model
}
