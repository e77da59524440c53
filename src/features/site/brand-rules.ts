import type { LegalPageName } from '#lib/legal-pages.ts'

/** The operator's logo in the header: the paths of its files, and its width in px at `logoHeight`. */
export type BrandLogo = { light: string; dark?: string; width: number }

/** A link in the footer. */
export type BrandLink = { label: string; href: string }

/** What the operator's site folder (SITE_DIR) changes on pages. */
export type Brand = {
  /** The path of the style sheet with the operator's colors. */
  styleSheet?: string
  logo?: BrandLogo
  /** The headline of the home page, and a sentence below it. */
  headline?: string
  intro?: string
  /** What the site is, in a sentence that the footer shows. */
  about?: string
  links?: BrandLink[]
  /** The legal pages that the operator has written. */
  pages?: LegalPageName[]
}

/** The height of logos in the header, and their maximum width, in px. */
export const logoHeight = 24
export const logoWidthMax = 160
