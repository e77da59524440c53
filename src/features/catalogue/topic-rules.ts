import { cutText } from '#lib/well-formed.ts'
import { imageCategory } from './rules.ts'

/** The topic of an imported row whose column for_devs is TRUE, as in the files of the site prompts.chat. */
export const codeTopic = { tag: 'development', category: 'programming-code' } as const
/** The topic of an imported row of type IMAGE. */
export const imageTopic = { tag: 'image', category: imageCategory } as const
/** The tag of an imported row of type STRUCTURED whose text is JSON. */
export const jsonTag = 'json'

const fallbackCategory = 'general'

/**
 * For each category and each of its tags, the phrases that indicate both. Each phrase has up to three words, in lower
 * case. Most also match with a plural `s`, but not plurals such as “stories” or “videos” (`singular`). If two
 * categories have the same weight, the earlier one wins.
 */
const topics: Record<string, Record<string, string>> = {
  'programming-code': {
    'code review': 'code review, code reviewer, pull request, refactoring, refactor, technical debt',
    javascript: 'javascript, typescript, react, next.js, nextjs, vue, angular, node.js, nodejs, npm',
    python: 'python, django, flask, fastapi, pandas',
    'web development': 'html, css, frontend, front end, tailwind, web developer, web application, website, fullstack',
    'mobile apps': 'android, ios app, flutter, react native, swiftui, kotlin, mobile app, xcode',
    databases: 'sql, postgresql, mysql, mongodb, database schema',
    git: 'git, github, commit message, changelog, repository',
    testing: 'unit test, test case, qa engineer, software tester, regression test, playwright',
    coding: `code, coding, codebase, programming, programmer, coder, developer, software engineer, software architect,
      algorithm, debugging, debug, debugger, bug, api, sdk, regex, rust, golang, java, php, laravel, c++, backend,
      solidity, smart contract, powershell, spring boot, app development, application development, pine script`,
    'ai agents':
      'coding agent, claude code, cursor rule, agents.md, agent.md, claude.md, claude md, mcp, mcp server, subagent',
  },
  technical: {
    linux: 'linux, bash, terminal, shell script, ubuntu, command line',
    devops: 'devops, kubernetes, docker, terraform, ci cd, aws, azure, cloud architect, deployment',
    security:
      'cybersecurity, cyber security, security audit, penetration test, vulnerability, malware, encryption, password',
    networks:
      'network, router, firewall, vpn, lan, it support specialist, it architect, system administrator, telecommunication, server',
    engineering: 'engineering, mechanical, electrical, circuit, matlab, arduino, firmware, hardware, iot',
    'machine learning': 'machine learning, deep learning, neural network, data scientist, fine tuning, llm training',
  },
  'image-generation': {
    photography: `photo, photograph, photographic, photography, photorealistic, selfie, camera angle, 35mm, 85mm, bokeh,
      depth of field`,
    portrait: 'portrait, facial feature, headshot, face reference, adult woman, reference identity, reference image',
    illustration: `illustration, painting, watercolor, drawing, sketch, logo, icon, poster, collage, infographic, sticker,
      wallpaper, avatar, comic style`,
    image: `image, image generation, image generator, midjourney, dall e, stable diffusion, nano banana, nanobanana,
      aspect ratio, cinematic, hyper realistic, ultra realistic, ultra detailed, render, rendering, 8k, 4k,
      visual style, isometric, diorama, 3d model, 3d character, close up, full body, monochromatic, silhouette, ethereal`,
  },
  'multilingual-translation': {
    translation: 'translate, translation, translator, localization, localisation, bilingual, transcreation',
    languages: `pronunciation, language learning, learn english, spoken english, english practice, dialect, linguist,
      language detection, language detector, grammar correction, vocabulary`,
  },
  'customer-support': {
    support: `customer support, customer service, support agent, help desk, helpdesk, support ticket, complaint, refund,
      customer satisfaction, call center`,
  },
  'education-learning': {
    teaching: `teacher, teaching, tutor, lesson, curriculum, classroom, student, course, syllabus, exam, instructor,
      pedagogy, education, educational, public speaking, debate, debater`,
    learning: `learn, learning, study, studying, explain, explainer, explanation, flashcard, mind map, homework, math,
      mathematic, mathematician, calculator, physic, chemistry, chemical, history, historian, philosopher, philosophy,
      philosophical, socratic, socratic method, encyclopedia, wikipedia, mythology, greek mythology`,
  },
  'business-finance': {
    marketing: `marketing, seo, advertiser, advertising, advertisement, brand, branding, campaign, social media,
      content strategist, linkedin, influencer, landing page, ad copy, promotion`,
    sales: 'sale, salesperson, lead generation, cold email, crm, proposal, pricing, e commerce, ecommerce, shop, etsy',
    finance: `finance, financial, investment, investor, stock, trading, trader, crypto, cryptocurrency, accountant,
      accounting, budget, tax, bank, banking, loan, revenue`,
    business: `business, startup, entrepreneur, company, ceo, business plan, business model, pitch, saas, market analysis,
      product manager, real estate, supply chain, logistic, logistician, insurance, sponsor, erp, sap`,
    law: 'legal, lawyer, attorney, compliance, regulation, patent, gdpr, privacy policy, terms of service',
    hiring: 'recruiter, recruitment, recruiting, hiring, human resource, hr, talent acquisition',
  },
  productivity: {
    career: `resume, cv, cover letter, job interview, interviewer, interview preparation, career, job application,
      job description, job seeker, professional bio, statement of purpose`,
    planning: `productivity, schedule, to do, task list, task management, project management, project manager, agenda,
      time management, habit, planner, checklist, workflow, organizer, routine, event planner, event coordinator, sprint,
      implementation plan, concise plan, decision filter, idea generation, brainstorming`,
    'office work': `meeting, minute of meeting, excel, spreadsheet, powerpoint, presentation, slide, email, e mail, notion,
      note taking, template, user manual, user guide, pdf`,
    'prompt engineering': `prompt engineering, prompt engineer, prompt generator, prompt optimizer, prompt enhancer,
      meta prompt, system prompt, prompt architect, custom instruction`,
  },
  research: {
    research: `research, researcher, literature review, systematic review, academic, academician, citation, thesis,
      dissertation, peer review, journal reviewer, hypothesis, fact check, fact checker, deep research, osint`,
  },
  analysis: {
    analysis: `analysis, analyst, analyze, analyse, analytic, evaluate, evaluation, audit, assessment, swot, compare,
      comparison, diagnosis, root cause, insight, forensic, postmortem`,
    data: `dataset, data analysis, data analyst, data extraction, statistic, statistical, statistician, visualization,
      dashboard, chart, csv, data science`,
  },
  'writing-editing': {
    writing: `writer, writing, article, blog, blog post, essay, copywriter, copywriting, newsletter, press release,
      content writer, journalist, ghostwriter, technical writer, success story`,
    editing: `editor, editing, proofread, proofreader, proofreading, rewrite, rewriting, rephrase, rephraser, paraphrase,
      humanize, humanizer, grammar, spelling, plagiarism, summarize, summary, summarizer, title generator, synonym,
      style guide, literary critic`,
  },
  creative: {
    stories: `story, storyteller, storytelling, novel, novelist, screenwriter, screenplay, plot, fiction, fantasy,
      fairy tale, world building, narrative, documentary, aphorism`,
    music: 'song, lyric, music, musical, composer, melody, suno, rapper, playlist, songwriter, dj, guitar, downtempo',
    poetry: 'poem, poet, poetry, haiku, verse',
    design: `design, designer, interior, fashion, florist, ux, ui, user interface, color palette, typography, artist, art,
      creative, creativity`,
    video: `video, film, cinematography, youtube, tiktok, reel, trailer, animation, storyboard, sora, veo, runway`,
  },
  entertainment: {
    games: `game, gamer, gaming, player, quiz, trivia, puzzle, riddle, chess, tic tac toe, rpg, dungeon, minecraft,
      role play, roleplay, bingo, escape room, simulator, pirate`,
    humour: 'joke, comedian, comedy, stand up, humor, funny, meme, prank, sarcasm, drunk, fortune teller, magician',
    'film and sport': `movie, film critic, movie critic, series, anime, football, soccer, basketball, commentator, jersey,
      celebrity, pokemon, star war, spongebob`,
  },
  personal: {
    health: `health, doctor, medical, medicine, nurse, patient, symptom, therapist, therapy, psychologist, psychology,
      dentist, hospital, dietitian, nutrition, nutritionist, wellness, meditation, yogi, yoga, hypnotherapist,
      psychiatrist, skincare, skin care, first aid, pathologist, sleep`,
    fitness: 'fitness, workout, personal trainer, gym, muscle, weight loss',
    food: 'recipe, cooking, chef, meal, meal plan, ingredient, kitchen, restaurant, food, cook, barista',
    travel: 'travel, trip, itinerary, tourist, tour guide, flight, vacation, hotel, city guide',
    relationships: `relationship, flirting, dating, marriage, couple, parenting, parent, family, child, friend, wedding,
      love letter, girlfriend, boyfriend`,
    home: `home, household, garden, gardener, pet, dog, cat, car, mechanic, diy, cleaning, stylist, astrologer, birth chart,
      horoscope, dream`,
    'self-improvement': `life coach, motivational, motivation, self help, mindset, personal growth, mentor, stoic,
      decision making, journaling`,
  },
}

/** How many characters of a text are searched for markup, which is left out before anything is counted. */
const markupMax = 4_000
/** Matches a picture in HTML or Markdown, with a label before it such as “Logo:”. */
const picture = /(?:^[ \t]*\p{L}[\p{L}\p{N} ]{0,40}:[ \t]*)?(?:<img\b[^<>]*>?|!\[[^\][\n]*\]\([^()\s]*\))/gimu
/** Matches what else names things without asking for them: tags with attributes, and addresses. */
const markup = /<[a-z][a-z0-9]*\s[^<>=]*=[^<>]*>|\bhttps?:\/\/[^\s<>"')\]]+/gi

/** How many characters are read. Later words say little about the purpose of a prompt. */
const readMax = 700
/** Most texts state their purpose within this many characters (“Act as a …”). */
const openingMax = 160
/** The weight of a phrase, by the first place where it occurs. */
const weights = { title: 4, role: 3, opening: 2, text: 1 } as const
/**
 * The minimum weights of a category and of a tag. A single word in the text may be just an example, so it isn't enough
 * for either.
 */
const weightMin = { category: 2, tag: 3 } as const
const derivedTagsMax = 4

/** Matches the role that the model should take, in up to six words: “a teacher of history” after “Act as”. */
const rolePattern =
  /\b(?:act|acting|behave|serve|work) as\s+((?:[\p{L}\p{N}.+#-]+\s+){0,5}[\p{L}\p{N}.+#-]+)|\byou(?: are|'re|’re)\s+an?\s+((?:[\p{L}\p{N}.+#-]+\s+){0,5}[\p{L}\p{N}.+#-]+)/iu

type Topic = { category: string; tag: string }

/** Derives the category (`general` by default) and up to 4 tags from the words of a title and a text. */
export function topicsOf(title: string, content: string): { category: string; tags: string[] } {
  const topicWeights = new Map<Topic, number>()
  const seenPhrases = new Set<string>()
  const prose = proseOf(content)
  const places = [
    { text: title, weight: weights.title },
    { text: roleOf(cutText(prose, openingMax)), weight: weights.role },
    { text: cutText(prose, openingMax), weight: weights.opening },
    { text: cutText(prose, readMax), weight: weights.text },
  ]
  for (const { text, weight } of places) {
    for (const phrase of phrasesOf(text)) {
      const topic = topicOfPhrase.get(phrase)
      if (!topic || seenPhrases.has(phrase)) continue
      seenPhrases.add(phrase)
      topicWeights.set(topic, (topicWeights.get(topic) ?? 0) + weight)
    }
  }
  return { category: heaviestCategory(topicWeights), tags: heaviestTags(topicWeights) }
}

/** Returns the start of a text without markup. A picture of a logo above a prompt doesn't make it ask for a logo. */
function proseOf(content: string): string {
  return cutText(cutText(content, markupMax).replace(picture, ' ').replace(markup, ' '), readMax)
}

function roleOf(opening: string): string {
  const [, acting = '', being = ''] = rolePattern.exec(opening) ?? []
  return acting || being
}

function heaviestCategory(topicWeights: Map<Topic, number>): string {
  let best = { category: fallbackCategory, weight: weightMin.category - 1 }
  for (const category of Object.keys(topics)) {
    const weight = [...topicWeights].reduce(
      (sum, [topic, weight]) => sum + (topic.category === category ? weight : 0),
      0,
    )
    if (weight > best.weight) best = { category, weight }
  }
  return best.category
}

function heaviestTags(topicWeights: Map<Topic, number>): string[] {
  const heavy = [...topicWeights].filter(([, weight]) => weight >= weightMin.tag).sort(([, a], [, b]) => b - a)
  return heavy.slice(0, derivedTagsMax).map(([{ tag }]) => tag)
}

/** Returns all runs of one to three words, in lower case and singular. */
function phrasesOf(text: string): string[] {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.+#]+[\p{L}\p{N}]*)*/gu) ?? []).map(singular)
  return words.flatMap((word, index) => {
    const pair = `${word} ${words[index + 1]}`
    return [word, pair, `${pair} ${words[index + 2]}`]
  })
}

/** Returns a form that a word's singular and plural share: “story” for stories, but also “movy” for movie and movies. */
function singular(rawWord: string): string {
  const word = rawWord.replace(/(?<!\.)\.+$/, '')
  const stem = word.length > 3 && word.endsWith('s') && !/(ss|us|is|js)$/.test(word) ? word.slice(0, -1) : word
  return stem.replace(/(?<=\p{L}{2})ie$/u, 'y').replace(/(?<=ch|sh|ss|x)e$/, '')
}

const topicOfPhrase = new Map(
  Object.entries(topics).flatMap(([category, tags]) =>
    Object.entries(tags).flatMap(([tag, words]) => {
      const topic = { category, tag }
      return words.split(/,\s+/).map((phrase) => [phrase.split(' ').map(singular).join(' '), topic] as const)
    }),
  ),
)
