import { Link } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import { type BrandLogo, logoHeight } from '#features/site/brand-rules.ts'
import { t } from '#lib/texts.ts'

/**
 * The link to the home page: the operator's logo, or a keyboard key with a caret on it, and the site's name unless the
 * logo is wide.
 */
export function Logo({ name }: { name: string }) {
  const { logo } = siteFacts().brand ?? {}
  return (
    <Link
      to="/"
      className="logo inline-flex items-center gap-x-2.5 font-bold font-display text-card tracking-[-0.02em]"
      aria-label={t('{name}, home', { name })}
    >
      {logo ? <OwnLogo logo={logo} /> : <Key />}
      {!(logo && logo.width > narrowLogoMax) && <span className="logo-word">{name}</span>}
    </Link>
  )
}

/** Next to a logo of at most this width, in px, the site's name is shown. A wider logo usually contains it. */
const narrowLogoMax = 2 * logoHeight

/** The operator's logo (SITE_DIR). The style sheet shows the version for the current theme. */
function OwnLogo({ logo: { light, dark, width } }: { logo: BrandLogo }) {
  const size = { width, height: logoHeight }
  return (
    <>
      <img src={light} {...size} alt="" className="logo-light" />
      {dark && <img src={dark} {...size} alt="" className="logo-dark" />}
    </>
  )
}

/** The color of the key's outline and lower edge. In the dark theme it is lighter, to stand out from the background. */
const outline = 'light-dark(var(--accent-ink), oklch(0.58 0.12 88))'

function Key() {
  return (
    <svg width="27" height="24" viewBox="0 0 27 24" aria-hidden="true" className="shrink-0">
      <rect width="27" height="24" rx="4" fill={outline} />
      <rect x="1" y="1" width="25" height="18" rx="2.5" className="fill-accent" />
      <rect x="7" y="5" width="2.5" height="11" className="fill-accent-ink" />
    </svg>
  )
}
