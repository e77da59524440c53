import Braces from 'lucide-react/icons/braces'
import ChartColumn from 'lucide-react/icons/chart-column'
import Cpu from 'lucide-react/icons/cpu'
import Drama from 'lucide-react/icons/drama'
import Feather from 'lucide-react/icons/feather'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import Headset from 'lucide-react/icons/headset'
import Picture from 'lucide-react/icons/image'
import Languages from 'lucide-react/icons/languages'
import Layers from 'lucide-react/icons/layers'
import ListChecks from 'lucide-react/icons/list-checks'
import Microscope from 'lucide-react/icons/microscope'
import PencilLine from 'lucide-react/icons/pencil-line'
import ScanSearch from 'lucide-react/icons/scan-search'
import UserRound from 'lucide-react/icons/user-round'

/** One icon for each category of spec section 3. Its hue stands in tokens.css, by the same slug. */
const icons: Record<string, typeof Layers> = {
  general: Layers,
  'writing-editing': PencilLine,
  'business-finance': ChartColumn,
  'education-learning': GraduationCap,
  technical: Cpu,
  'programming-code': Braces,
  'customer-support': Headset,
  research: Microscope,
  analysis: ScanSearch,
  productivity: ListChecks,
  personal: UserRound,
  creative: Feather,
  'image-generation': Picture,
  'multilingual-translation': Languages,
  entertainment: Drama,
}

export function CategoryIcon({ slug, className = 'icon' }: { slug: string; className?: string }) {
  const Icon = icons[slug] ?? Layers
  return <Icon className={className} />
}
