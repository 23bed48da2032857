import { type AmbiguousWord, words } from "./ambiguous-words.ts";

/** Words that are measured and never tuned on. */
export const HELD_OUT: readonly AmbiguousWord[] = words({
  bark: {
    dog: "dog growl howl dogs puppy hound",
    tree: "tree wood oak leaves trunk branches",
    ship: "ship vessel sail boat voyage schooner",
  },
  bow: {
    weapon: "arrow archer quiver arrows sword spear",
    ship: "stern ship deck vessel boat hull",
    violin: "violin cello strings viola fiddle orchestra",
    gesture: "courtesy smile nod curtsy polite salute",
  },
  fan: {
    supporter: "fans supporter enthusiast club comic team",
    machine: "ventilation blower air engine cooling blades",
    accessory: "lace silk feathers gloves lady painted",
  },
  ring: {
    jewel: "gold diamond finger necklace jewel wedding",
    boxing: "boxing wrestling boxer fighter champion wrestler",
    algebra: "algebra commutative integers module theorem polynomial",
    sound: "bell bells telephone phone sound rang",
  },
  table: {
    furniture: "chair dinner dish supper cloth chairs",
    data: "data columns rows list chart values",
  },
  state: {
    government: "government federal governor constitution republic legislature",
    condition: "condition mind emotional consciousness situation health",
    physics: "quantum energy electron particles equilibrium thermodynamic",
  },
  mass: {
    physics: "weight energy gravity velocity density particle",
    church: "church priest catholic liturgy communion prayer",
    crowd: "crowd people popular media public protest",
  },
  crown: {
    royal: "king throne queen prince royal monarch",
    tooth: "tooth dental teeth dentist gums enamel",
    head: "head hair hat brow forehead wreath",
    coin: "coin shilling coins pence silver pound",
  },
  port: {
    harbour: "harbor ship dock harbour coast ships",
    wine: "wine sherry claret brandy bottle madeira",
    computing: "usb interface server computer serial hardware",
  },
  drum: {
    music: "guitar percussion drums snare cymbal bass",
    container: "barrel cylinder oil container tank brake",
    military: "trumpet march regiment soldiers troops fife",
  },
  net: {
    fishing: "fish fishing trap boat nets fishermen",
    internet: "internet web online users email computer",
    finance: "profit income earnings tax revenue gross",
    sport: "goal ball tennis volleyball puck goalkeeper",
  },
  keyboard: {
    computing: "typing computer keys mouse typewriter screen",
    music: "piano synthesizer guitar organ harpsichord drums",
  },
  lock: {
    door: "key door bolt latch keys locked",
    canal: "canal boats barge river dam navigation",
    hair: "hair curl curls ringlets tresses forehead",
  },
  tank: {
    military: "armored infantry artillery battalion panzer troops",
    container: "fuel water gallons reservoir pump storage",
    aquarium: "fish aquarium species fishes shark goldfish",
  },
  tablet: {
    medicine: "pill dose drug aspirin capsules medication",
    stone: "inscription stone clay carved ancient engraved",
    computer: "ipad android smartphone touchscreen laptop device",
  },
  memory: {
    mind: "recollection forgotten remember dream thoughts past",
    computing: "ram cpu processor disk storage hardware",
    psychology: "cognitive brain learning hippocampus neurons psychology",
  },
  cabinet: {
    government: "minister prime government ministers parliament secretary",
    furniture: "drawer shelf cupboard furniture shelves desk",
  },
  magazine: {
    periodical: "newspaper editor published journal publisher issue",
    gun: "rifle cartridge ammunition pistol gun bullets",
    store: "powder gunpowder fort stores depot warehouse",
  },
  nail: {
    finger: "finger toe fingers skin thumb claws",
    metal: "hammer wood screw plank bolt iron",
  },
  root: {
    plant: "leaf stem plant seed leaves soil",
    mathematics: "polynomial square equation integer integers theorem",
    language: "verb suffix noun prefix linguistic syllable",
  },
  note: {
    music: "chord octave melody pitch tone musical",
    letter: "letter envelope paper write message handwriting",
    money: "banknote currency coin coins pounds dollar",
  },
  scale: {
    music: "chord octave melody pitch harmony tuning",
    weighing: "weight weigh weighing pounds balance measure",
    fish: "fish skin fins reptile snake tail",
    size: "map model size large ratio miniature",
  },
  shell: {
    animal: "snail mollusk oyster crab clam shells",
    artillery: "artillery bomb explosive gun cannon shells",
    computing: "unix linux command script user interface",
    company: "petroleum oil bp gas refinery exxon",
  },
  wave: {
    water: "sea ocean surf tide shore surge",
    physics: "frequency amplitude electromagnetic light wavelength radio",
    gesture: "hand handkerchief goodbye farewell hat gesture",
  },
  patient: {
    hospital: "hospital doctor treatment surgery symptoms clinical",
    calm: "gentle humble obedient kind meek faithful",
  },
  drill: {
    tool: "hole boring saw screw hammer tools",
    military: "soldiers regiment training parade sergeant exercises",
    oil: "oil well gas drilling wells exploration",
  },
  bull: {
    animal: "cow cattle ox calf herd beef",
    market: "stock investors market stocks shares traders",
    papal: "pope papal vatican bishops bishop clergy",
  },
  cricket: {
    sport: "batsman wicket innings bowler team test",
    insect: "insect grasshopper beetle insects ants spider",
  },
  turkey: {
    country: "istanbul turkish greece ankara ottoman syria",
    bird: "chicken goose roast duck poultry hen",
  },
  orange: {
    fruit: "lemon juice fruit citrus peel banana",
    colour: "yellow red blue purple pink colour",
    dynasty: "william dutch netherlands prince holland nassau",
  },
});
