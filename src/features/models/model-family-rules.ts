import { aiVendors, familyNames } from './rules.ts'
import { vendorFacts } from './vendor-rules.ts'

/**
 * Returns the family of a model by its name, such as Claude for “claude-haiku-4-5”. Returns the name itself if the
 * family is unknown.
 */
export function familyOf(model: string): string {
  const vendor = aiVendors.find((vendor) => vendorFacts[vendor].namePattern.test(model))
  return vendor ? familyNames[vendor] : model
}
