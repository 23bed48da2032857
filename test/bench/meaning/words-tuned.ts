import { type AmbiguousWord, words } from "./ambiguous-words.ts";

/** Words that the search for senses may be tuned on. */
export const TUNED: readonly AmbiguousWord[] = words({
  apple: {
    fruit: "orchard pear cider tart ripe fruits",
    computing: "macintosh iphone software ibm microsoft computers",
    records: "beatles album label lennon songs emi",
  },
  jaguar: {
    animal: "leopard panther prey jungle predator tiger",
    car: "bmw saloon sedan engine mercedes motor",
    console: "atari sega console nintendo cartridge games",
  },
  python: {
    snake: "snakes reptile serpent crocodile cobra venom",
    language: "java programming perl compiler code syntax",
    comedy: "monty comedy cleese sketch comedians bbc",
  },
  bank: {
    money: "loan deposit credit finance account lending",
    river: "river stream shore upstream flood valley",
  },
  cell: {
    biology: "membrane protein tissue dna organism nucleus",
    prison: "prisoner jail dungeon guard convict inmates",
    phone: "phone mobile wireless telephone cellular network",
    battery: "battery voltage fuel electrode lithium electric",
  },
  mercury: {
    planet: "venus planet orbit solar jupiter saturn",
    metal: "metal lead toxic thermometer zinc liquid",
    god: "apollo gods hermes roman goddess mythology",
    spacecraft: "spacecraft astronaut nasa capsule launch gemini",
    records: "album records label band singer songs",
  },
  java: {
    language: "programming software compiler web code applications",
    island: "indonesia sumatra bali dutch jakarta island",
    coffee: "coffee tea cup beans brewed beverage",
  },
  spring: {
    season: "summer winter autumn april snow bloom",
    water: "well fountain water brook mineral thermal",
    coil: "coil steel lever mechanical elastic tension",
  },
  bass: {
    fish: "trout fishing salmon lake perch angler",
    music: "guitar drums vocals guitarist keyboard band",
    voice: "tenor baritone soprano opera choir singer",
  },
  crane: {
    bird: "heron stork goose swan wings nest",
    machine: "hoist lifting construction dock cargo tower",
    person: "stephen frasier actress poet hart novelist",
  },
  bat: {
    animal: "mammal bats owl rodent wings nocturnal",
    sport: "cricket baseball batsman ball pitcher innings",
  },
  virus: {
    disease: "infection vaccine influenza hiv disease outbreak",
    computing: "software computer malware windows hackers security",
  },
  plant: {
    living: "flower leaf seed shrub botanical roots",
    factory: "factory manufacturing industrial production workers steel",
    power: "nuclear reactor electricity energy coal power",
  },
  star: {
    sky: "galaxy telescope sun astronomical constellation planet",
    celebrity: "actor actress film hollywood singer celebrity",
  },
  organ: {
    body: "kidney liver tissue heart lungs transplant",
    instrument: "piano choir organist church harpsichord pipe",
  },
  mouse: {
    animal: "rat rodent cat mice squirrel rabbit",
    computing: "keyboard cursor click computer screen windows",
    cartoon: "mickey disney cartoon animated donald minnie",
  },
  pitch: {
    sound: "tone note octave tuning frequency voice",
    baseball: "pitcher baseball batter inning ball catcher",
    field: "football stadium cricket ground goal players",
    tar: "tar resin asphalt oil wax turpentine",
  },
  court: {
    law: "judge trial supreme jury lawsuit appeal",
    royal: "king palace courtiers royal prince queen",
    sport: "tennis basketball players courts ball wimbledon",
  },
  club: {
    sport: "football league team clubs stadium players",
    stick: "stick weapon blow golf staff axe",
    night: "nightclub dance music jazz dj bar",
    society: "members society membership association gentlemen dinner",
  },
  rock: {
    stone: "stone cliff granite boulder geological sediment",
    music: "band album guitar punk pop songs",
  },
  seal: {
    animal: "whale walrus fish arctic otter fur",
    stamp: "wax envelope signature document emblem stamp",
    closure: "leak gasket airtight valve pressure tight",
  },
  current: {
    electricity: "voltage electric circuit magnetic ampere wire",
    water: "river ocean stream tide flow sea",
    present: "present incumbent recent now contemporary today",
  },
  iron: {
    metal: "steel ore copper metal furnace smelting",
    laundry: "clothes laundry linen shirt wash ironing",
    diet: "anemia blood vitamin dietary deficiency calcium",
  },
  palm: {
    tree: "tree coconut tropical palms dates oil",
    hand: "hand fingers wrist hands thumb finger",
    device: "handheld pda computing device software pilot",
  },
  chip: {
    electronics: "semiconductor processor intel silicon memory circuit",
    food: "potato fried fish snack chocolate crisp",
    gambling: "poker casino gambling betting bet dealer",
    splinter: "wood chisel splinter stone carving axe",
  },
  trunk: {
    tree: "tree branch bark oak roots wood",
    luggage: "luggage suitcase baggage packed box chest",
    elephant: "elephant tusks elephants ivory nose animal",
    body: "torso limbs chest arms spine abdomen",
    line: "railway line telephone route lines network",
  },
  board: {
    plank: "wood plank timber nail planks saw",
    committee: "directors committee chairman council trustees executive",
    game: "chess game games pieces dice players",
    meals: "lodging meals rooms food rent boarding",
    ship: "ship vessel deck aboard sailors crew",
    circuit: "circuit computer chips motherboard hardware electronic",
  },
  date: {
    time: "calendar year century birth day month",
    fruit: "figs palm fruit dates honey raisins",
    romance: "dating girlfriend boyfriend romantic dinner kiss",
  },
  match: {
    sport: "tournament football team wrestling defeated players",
    fire: "cigarette lighted candle flame lamp smoke",
    likeness: "similar identical pair compare pattern correspond",
  },
  lead: {
    metal: "metal zinc tin copper poison ore",
    music: "vocals guitar singer guitarist album band",
    score: "score victory win championship points goal",
    guidance: "guide path command follow leader conduct",
  },
});
