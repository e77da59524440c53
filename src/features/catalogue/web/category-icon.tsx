import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'

/** The icon of each fixed category. The category's hue is in tokens.css, under the same slug. */
const icons: Record<string, IconName> = {
  general: 'layers',
  'writing-editing': 'pencil-line',
  'business-finance': 'chart-column',
  'education-learning': 'graduation-cap',
  technical: 'cpu',
  'programming-code': 'braces',
  'customer-support': 'headset',
  research: 'microscope',
  analysis: 'scan-search',
  productivity: 'list-checks',
  personal: 'user-round',
  creative: 'feather',
  'image-generation': 'image',
  'multilingual-translation': 'languages',
  entertainment: 'drama',
}

/** The icon of a category. A category that isn't one of the fifteen has the icon of `general`. */
export function CategoryIcon({ slug, className }: { slug: string; className?: string }) {
  return <Icon name={icons[slug] ?? 'layers'} className={className} />
}
