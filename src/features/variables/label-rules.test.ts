import { expect, it } from 'vitest'
import { labelOf } from './label-rules.ts'

it.each([
  ['paste_jd', 'Paste JD'],
  ['job_description', 'Job description'],
  ['companyName', 'Company name'],
  ['COMPANY_NAME', 'Company name'],
  ['target-audience', 'Target audience'],
  ['websiteURL', 'Website URL'],
  ['point_2', 'Point 2'],
  ['_', ''],
  ['position', 'position'],
  ['Your city', 'Your city'],
  ['größe', 'größe'],
  ['Sport', 'Sport'],
])('a variable named %s is shown as %s', (name, label) => {
  expect(labelOf(name)).toBe(label || name)
})
