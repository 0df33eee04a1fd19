/** What people, streets and cities may be called. */

export const firstNames = `
Ada,Agnès,Amara,Anouk,Aylin,Björn,Bram,Carmen,Chidi,Clara,Dagny,Daniel,Edith,Elif,Émile,Esra,Farah,Felix,
Femke,Gita,Goran,Grace,Hanna,Håkon,Imani,Ines,Ivo,Jamal,Jana,José,Jun,Kaito,Kari,Lars,Leïla,Lena,Linus,Luca,
Maja,Marek,Mei,Mira,Nadia,Nils,Noor,Olga,Oskar,Paula,Priya,Quentin,Rafael,Rosa,Ruth,Sami,Sara,Simone,Søren,
Tariq,Tessa,Uma,Viktor,Wanda,Yara,Yusuf,Zoë`
  .trim()
  .split(/[,\n]+/);

export const familyNames = `
Abbott,Adeyemi,Almeida,Andersson,Baker,Banerjee,Bauer,Bianchi,Castro,Chen,Cohen,Costa,Dąbrowski,Demir,Dubois,
Eriksen,Farkas,Fischer,Fontaine,García,Gruber,Haddad,Hansen,Hopper,Ibrahim,Ivanova,Jansen,Kapoor,Kaya,Keller,
Kim,Kowalska,Larsen,Lindqvist,Lovelace,Marin,Mbeki,Meyer,Moreau,Müller,Nakamura,Nguyễn,Novák,Nowak,Okafor,
Olsen,Ortiz,Papadakis,Pereira,Petrov,Quist,Rahman,Ricci,Romero,Sato,Schneider,Silva,Sørensen,Szabó,Tanaka,
Turing,Ueda,Vargas,Virtanen,Wagner,Weber,Xu,Yılmaz,Zhang,Zimmermann`
  .trim()
  .split(/[,\n]+/);

export const streets = `
Acacia,Bakery,Bridge,Castle,Chapel,Cherry,Church,Elm,Foundry,Garden,Harbour,High,King's,Lake,Linden,Market,
Mill,Museum,New,North,Observatory,Orchard,Park,Poplar,Quay,River,Rose,School,Station,Tower,Vineyard,Willow`
  .trim()
  .split(/[,\n]+/);

export const cities = `
Aarhus,Amsterdam,Athens,Barcelona,Basel,Belgrade,Bergen,Berlin,Bologna,Bordeaux,Bratislava,Brno,Bruges,
Brussels,Bucharest,Budapest,Cologne,Copenhagen,Cork,Dresden,Dublin,Edinburgh,Florence,Geneva,Ghent,Göteborg,
Graz,Hamburg,Helsinki,İzmir,Kraków,Leipzig,Lille,Lisbon,Ljubljana,London,Lyon,Madrid,Malmö,Marseille,Milan,
Munich,Nantes,Naples,Oslo,Palermo,Paris,Porto,Prague,Reykjavík,Riga,Rome,Rotterdam,Seville,Sofia,Stockholm,
Tallinn,Tampere,Trieste,Turin,Utrecht,Valencia,Vienna,Vilnius,Warsaw,Wrocław,Zagreb,Zürich`
  .trim()
  .split(/[,\n]+/);

export const trades = `
astronomer,baker,beekeeper,bookbinder,carpenter,cartographer,cellist,chemist,clockmaker,cook,dentist,diver,
electrician,engineer,farmer,florist,gardener,geologist,glassblower,goldsmith,historian,illustrator,
journalist,judge,librarian,linguist,luthier,mason,mathematician,midwife,musician,nurse,optician,painter,
photographer,physicist,pilot,plumber,potter,printer,programmer,sailor,sculptor,surgeon,surveyor,tailor,
teacher,translator,veterinarian,weaver`
  .trim()
  .split(/[,\n]+/);
