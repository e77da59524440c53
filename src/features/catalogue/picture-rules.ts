import { ratioIn } from '#lib/aspect-ratio.ts'
import { cutText } from '#lib/well-formed.ts'
import type { Picture } from './contract.ts'
import {
  type PictureStyle,
  type PictureTool,
  pictureRatios,
  pictureStyles,
  pictureTools,
} from './picture-fact-rules.ts'

/**
 * Match what a text excludes from its picture: JSON values with names such as `avoid`, and the rest of a line or
 * sentence after words such as “negative prompt:” or “no”.
 */
const exclusions = [
  /"(?=[^"]*(?:negative|exclu|avoid|must_not|forbidden|prohibited))[^"]*"\s*:\s*(?:\[[^\]]{0,1000}\]|\{[^}]{0,1000}\}|"(?:[^"\\]|\\.)*")/gi,
  /\bnegative(?: prompt)?s?\b\s*[:)][^\n]*/gi,
  /\b(?:no|not|never|avoid|without|don['’]t|instead of|rather than|exclude)\b[^.;\n"]*/gi,
]

/** Matches a JSON value that names the style. */
const styleValue = /"(?:[^"]*_)?(?:style|medium)"\s*:\s*"([^"]*)"/gi

const styleWords: Record<PictureStyle, RegExp> = {
  photo:
    /\b(?:(?:hyper|ultra|photo)[ -]?realis\w*|photo-?real|(?:ultra-)?photo-?realistic|photograph(?:y|ic|s)?|selfie|snapshot|(?:profile|street|product|food) photo|35mm film|candid|ugc|iphone)\b/gi,
  cinematic: /\b(?:cinematic|cinematography|film still|movie still|movie-quality|film noir)\b/gi,
  '3d': /\b(?:3d|diorama|isometric|figurine|minifigure|clay bust|modeling clay|plush|voxel|chibi|wireframe|floor plan render)\b/gi,
  illustration:
    /\b(?:illustrat(?:ion|ions|ive|ed|or)|vector|flat design|sticker|infographic|paper craft|origami|icon set)\b/gi,
  comic: /\b(?:comics?|manga|anime|cartoon|graphic novel|simpsons|superhero art|cel[- ]shad\w+)\b/gi,
  painting: /\b(?:paintings?|painted|painterly|watercolou?r|oil on canvas|gouache|fresco|surrealist)\b/gi,
  sketch:
    /\b(?:sketch(?:es)?|pencil drawing|line drawing|line art|ink drawing|technical drawing|blueprint|hand-drawn|stipple|charcoal drawing)\b/gi,
  'pixel-art': /\b(?:pixel art|pixelated|8-bit|16-bit|minecraft)\b/gi,
}

const toolWords: Record<PictureTool, RegExp> = {
  midjourney: /\bmid ?journey\b|(?:^|\s)--(?:ar|v|niji|stylize|chaos) ?\d/i,
  'stable-diffusion': /\bstable diffusion\b|\bsdxl\b|\bsd ?(?:1\.5|3)\b/i,
  flux: /\bflux(?:\.1|[ -](?:dev|pro|schnell|kontext))\b|\bFLUX\b/,
  'nano-banana': /\bnano ?banana\b|\bgemini (?:\d[\d.]* )?(?:flash |pro )?image\b/i,
  'dall-e': /\bdall[-·. ]?e\b/i,
  chatgpt: /\bgpt-?(?:4o )?image\b|\bchatgpt (?:image|images)\b/i,
  imagen: /\b(?:google )?imagen [2-9]\b/i,
  firefly: /\badobe firefly\b/i,
  ideogram: /\bideogram\b/i,
  sora: /\b(?:openai )?sora(?: ?2)?\b/i,
  veo: /\bveo ?[23](?:\.\d)?\b|\bgoogle veo\b/i,
  kling: /\bkling\b/i,
  runway: /\brunway (?:gen|ml)\b|\brunwayml\b/i,
}

/**
 * How much a mention counts in the title, in a JSON value that states the style, in the text's first words, and in the
 * rest of the text.
 */
const weights = { title: 4, stated: 3, opening: 2, rest: 1 }
const openingCharacters = 400
/** How many characters of a text are searched for the style. */
const readMax = 6_000
/** If the best score is below this, the words say too little about the picture. */
const scoreMin = 2

/**
 * Returns what an image prompt says about its picture, or null if the prompt says nothing. Not for other prompts, which
 * use the same words with other meanings.
 */
export function pictureOf(title: string, content: string): Picture | null {
  const text = exclusions.reduce((rest, pattern) => rest.replace(pattern, ' '), cutText(content, readMax))
  const stated = Array.from(text.matchAll(styleValue), ([, value]) => value).join('\n')
  const parts = { title, stated, opening: cutText(text, openingCharacters), rest: text.slice(openingCharacters) }
  const picture: Picture = {
    ratio: ratioIn(content, pictureRatios),
    style: mostMentioned(Object.keys(pictureStyles) as PictureStyle[], styleWords, parts),
    tools: (Object.keys(pictureTools) as PictureTool[]).filter((tool) => toolWords[tool].test(`${title}\n${content}`)),
  }
  return Object.values(picture).some((fact) => fact !== null && fact.length > 0) ? picture : null
}

/**
 * Returns the name whose words score highest, and in a tie the earlier name. Returns null if none reaches the minimum
 * score.
 */
function mostMentioned<Name extends string>(
  names: readonly Name[],
  words: Record<Name, RegExp>,
  parts: Record<keyof typeof weights, string>,
): Name | null {
  let best: { name: Name; score: number } | null = null
  for (const name of names) {
    const mentions = (part: keyof typeof weights) => (parts[part].match(words[name])?.length ?? 0) * weights[part]
    const score = mentions('title') + mentions('stated') + mentions('opening') + mentions('rest')
    if (score >= scoreMin && score > (best?.score ?? 0)) best = { name, score }
  }
  return best?.name ?? null
}
